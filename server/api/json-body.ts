import express, { type RequestHandler } from 'express';
import { LIMITS } from '../lib/limits.ts';
import { consumes } from './route.ts';

/** A JSON body within the limit; every other body is refused. */
export const jsonBody: RequestHandler[] = [
  consumes('application/json'),
  express.json({ limit: LIMITS.jsonBodyBytesMax }),
];
