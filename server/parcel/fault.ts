import { AppError } from '../lib/errors.ts';

/**
 * Why bytes between a branch and its hub are refused.
 * - `parcel_damaged`: they are cut, altered, or in a form that this version does not read.
 * - `parcel_signature`: the expected key has not signed them.
 * - `parcel_other_hub`: they are sealed for another hub.
 * - `parcel_too_large`: they exceed a limit of `LIMITS`.
 */
export type ParcelFaultCode = 'parcel_damaged' | 'parcel_signature' | 'parcel_other_hub' | 'parcel_too_large';

/** The only error of this room: `invalid_request` whose item has the code. `message` holds nothing of the contents. */
export class ParcelFault extends AppError {
  override name = 'ParcelFault';
  readonly fault: ParcelFaultCode;

  constructor(fault: ParcelFaultCode, message: string, cause?: unknown) {
    super('invalid_request', { detail: message, items: [{ code: fault, message }] }, cause);
    this.fault = fault;
  }
}

/** Returns the error for bytes that are cut, altered, or in an unknown form. */
export const damaged = (message: string, cause?: unknown): ParcelFault =>
  new ParcelFault('parcel_damaged', message, cause);
