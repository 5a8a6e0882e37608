/** The functions of each kernel. Written by `npm run build-kernels`. */
export interface KernelFunctions {
  barcode: {
    edgeStrengths(grey: number, width: number, height: number, to: number): void;
    shrinkGrey(
      from: number,
      width: number,
      height: number,
      to: number,
      columns: number,
      rows: number,
      work: number,
    ): void;
    toGrey(
      from: number,
      count: number,
      to: number,
      red: number,
      green: number,
      blue: number,
      half: number,
      bits: number,
    ): void;
  };
  decode: {
    chainPlaces(scores: number, earns: number, row: number, pitch: number, length: number, steps: number): void;
  };
  face: {
    halve(from: number, width: number, rows: number, to: number): void;
    setForm(lessRed: number, lessGreen: number, lessBlue: number, gain: number, blueFirst: boolean): void;
    setPicture(at: number, rowBytes: number, across: number, down: number): void;
    warpRow(to: number, count: number, x: number, y: number, acrossX: number, acrossY: number): void;
  };
  line: {
    scale(
      from: number,
      width: number,
      rows: number,
      firstRows: number,
      rowShares: number,
      most: number,
      columns: number,
      firstColumns: number,
      columnShares: number,
      twos: number,
      line: number,
      to: number,
      stride: number,
    ): void;
    sharpen(
      from: number,
      stride: number,
      width: number,
      height: number,
      share: number,
      reach: number,
      sums: number,
      to: number,
    ): void;
  };
  mrz: {
    toGrey(
      from: number,
      count: number,
      to: number,
      red: number,
      green: number,
      blue: number,
      half: number,
      bits: number,
    ): void;
    halve(from: number, width: number, height: number, to: number): void;
    joinRuns(runs: number, count: number, work: number, pieces: number): number;
    joinRunsWork(count: number): number;
    findRuns(from: number, width: number, height: number, extents: number, work: number, runs: number): number;
    findRunsWork(width: number): number;
    runsBytes(width: number, height: number): number;
    shrink(
      from: number,
      width: number,
      over: number,
      under: number,
      across: number,
      down: number,
      work: number,
      to: number,
    ): void;
    shrinkWork(width: number, height: number): number;
    straighten(
      from: number,
      width: number,
      height: number,
      scale: number,
      x: number,
      y: number,
      cos: number,
      sin: number,
      c0: number,
      c1: number,
      c2: number,
      begin: number,
      along: number,
      across: number,
      columns: number,
      rows: number,
      first: number,
      end: number,
      to: number,
    ): void;
    evenContrast(
      from: number,
      width: number,
      rows: number,
      reach: number,
      middle: number,
      spread: number,
      least: number,
      work: number,
      to: number,
    ): void;
    evenContrastWork(width: number): number;
    sumColumns(from: number, width: number, rows: number, to: number): void;
    sumDifferences(from: number, count: number, offset: number): number;
    sumStrokes(from: number, width: number, rows: number, part: number, to: number): void;
    turn(
      from: number,
      width: number,
      height: number,
      cos: number,
      sin: number,
      extents: number,
      across: number,
      down: number,
      to: number,
    ): void;
    turnQuarter(from: number, width: number, height: number, to: number): void;
    countVotes(from: number, width: number, height: number, work: number, votes: number): void;
    countVotesWork(width: number, height: number): number;
  };
  text: {
    sampleRow(
      source: number,
      width: number,
      height: number,
      x: number,
      y: number,
      stepX: number,
      stepY: number,
      to: number,
      count: number,
    ): void;
    cutPart(
      grey: number,
      width: number,
      height: number,
      squares: number,
      left: number,
      top: number,
      right: number,
      bottom: number,
      spans: number,
      count: number,
      keep: number,
      work: number,
      out: number,
    ): void;
    groundWorkBytes(width: number): number;
    squaresBytes(width: number, height: number): number;
    inkWorkBytes(width: number): number;
    markInk(grey: number, width: number, height: number, pale: boolean, ink: number, work: number): void;
    toLinearGrey(from: number, count: number, to: number, tables: number): void;
    findMarks(bits: number, width: number, height: number, runs: number, rows: number, marks: number): number;
    pickMarks(
      pieces: number,
      count: number,
      bits: number,
      width: number,
      runs: number,
      rows: number,
      marks: number,
      total: number,
      taken: number,
      picked: number,
    ): number;
    toBits(ink: number, width: number, height: number, all: boolean, bits: number): number;
    feetWorkBytes(count: number, height: number): number;
    sumFeet(
      x: number,
      y: number,
      count: number,
      height: number,
      fan: number,
      slopes: number,
      slopeCount: number,
      sums: number,
      work: number,
    ): void;
  };
}
