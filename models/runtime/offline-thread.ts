import { goOffline } from './offline.ts';

goOffline();
