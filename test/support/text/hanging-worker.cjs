/** Stands in for the recogniser's worker script: loads at once, then never answers a picture. */
const { parentPort } = require('node:worker_threads');

parentPort.on('message', ({ jobId, action }) => {
  if (action !== 'recognize') parentPort.postMessage({ jobId, action, status: 'resolve', data: {} });
});
