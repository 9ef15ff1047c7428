/** Settings of the measured server: with the sandboxes of the demo, and without the limits that a benchmark would reach. */
export const settingsOf = (url: string, folder: string) => ({
  DATABASE_URL: url,
  DATA_DIR: folder,
  PORT: '0',
  DEMO: 'on',
  LOG_LEVEL: 'error',
  LOAD_LIMIT_MS: '0',
  WRITES_PER_MINUTE: '999999',
})
