import type { AttributeValue, OnnxGraph, OnnxNode, TensorType } from '../onnx/onnx-file.mjs';

/** An ONNX graph while it is put together: operations with names for what comes out of them. */
export class OnnxBuilder {
  readonly graph: OnnxGraph = { name: 'net', inputs: [], outputs: [], nodes: [], initializers: [] };
  #made = 0;

  /** One operation, and the name of what comes out. */
  add(op: string, inputs: string[], attributes: Record<string, AttributeValue> = {}): string {
    const output = this.fresh();
    this.put({ op, inputs, output, attributes });
    return output;
  }

  put(node: OnnxNode): void {
    this.graph.nodes.push(node);
  }

  floats(values: Float32Array, shape: number[]): string {
    return this.#constant('float32', values, shape);
  }

  bytes(values: Int8Array, shape: number[]): string {
    return this.#constant('int8', values, shape);
  }

  /** Whole numbers that an operation takes for sizes. */
  sizes(values: number[]): string {
    return this.#constant('int64', BigInt64Array.from(values, BigInt), [values.length]);
  }

  fresh(): string {
    this.#made += 1;
    return `t${this.#made}`;
  }

  #constant(type: TensorType, { buffer, byteOffset, byteLength }: ArrayBufferView, shape: number[]): string {
    const name = this.fresh();
    this.graph.initializers.push({ name, type, shape, raw: Buffer.from(buffer, byteOffset, byteLength) });
    return name;
  }
}
