import { installDatabaseFaults } from './database-faults.ts';
import { installDiskFaults } from './disk-faults.ts';

/** Loaded by each thread of the product before its own file. */
installDatabaseFaults();
installDiskFaults();
