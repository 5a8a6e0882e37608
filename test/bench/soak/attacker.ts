import { connect } from 'node:net';
import { workerData } from 'node:worker_threads';

const { port, count, says } = workerData as { port: number; count: number; says: string };

for (let i = 0; i < count; i++) {
  const socket = connect(port, '127.0.0.1', () => socket.write(says));
  socket.pause().on('error', () => {});
}
