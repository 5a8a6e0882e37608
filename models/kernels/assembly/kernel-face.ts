export { halve } from './halve';
export { setForm, setPicture, warpRow } from './warp';
