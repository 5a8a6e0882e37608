import { installDatabaseFaults } from './database-faults.ts';
import { installDiskFaults } from './disk-faults.ts';

/** Each thread of the product loads this before its own file. */
installDatabaseFaults();
installDiskFaults();
