export { sampleRow } from './flatten';
export { cutPart, groundWorkBytes, squaresBytes } from './ground';
export { inkWorkBytes, markInk } from './ink';
export { toLinearGrey } from './linear-grey';
export { findMarks, pickMarks, toBits } from './marks';
export { feetWorkBytes, sumFeet } from './slant';
