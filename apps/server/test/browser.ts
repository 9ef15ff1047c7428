import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { onFileEnd } from './clean-up.ts'
import { maxWaitMs } from './wait-until.ts'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
export const hasChromium = existsSync(executablePath)
const flags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-quic',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // the pages of a context share one process, so a further page neither starts a process nor compiles the scripts again
  '--process-per-site',
  // making optimised machine code takes a tenth of the CPU time of a page load, and tests close a page before that pays off
  '--js-flags=--no-opt --no-maglev',
]

/** Starts Chromium. It is closed when the test file ends or the process of the test dies. Its pages wait up to `maxWaitMs`, enough for a busy machine. */
export const openBrowser = async (...extraArgs: string[]): Promise<Browser> => {
  // without a UTF-8 locale Chromium names downloads with Japanese names “download”
  const env = { ...process.env, LANG: 'C.UTF-8' }
  const browser = await chromium.launch({ executablePath, args: [...flags, ...extraArgs], env, timeout: maxWaitMs })
  onFileEnd(() => browser.close())
  browser.on('context', (context) => context.setDefaultTimeout(maxWaitMs))
  return browser
}
