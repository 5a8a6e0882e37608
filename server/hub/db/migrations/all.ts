import type { Migration } from '../../../db/migrate.ts';
import { access } from './001-access.ts';
import { branches } from './002-branches.ts';
import { acceptedLogs } from './003-accepted-logs.ts';

/** The migrations of the hub's database, oldest first. */
export const HUB_MIGRATIONS: readonly Migration[] = [access, branches, acceptedLogs];
