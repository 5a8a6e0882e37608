export { sampleRow } from './flatten';
export { cutPart, groundWorkBytes, squaresBytes } from './ground';
export { inkWorkBytes, markInk } from './ink';
export { findMarks, pickMarks, toBits } from './marks';
export { feetWorkBytes, sumFeet } from './slant';
