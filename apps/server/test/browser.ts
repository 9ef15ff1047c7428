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
  // pages of a context share a process, which saves the start of one and the compilation of the scripts per page
  '--process-per-site',
  // a page is closed before optimised machine code pays off: making it takes a tenth of the CPU time of a load
  '--js-flags=--no-opt --no-maglev',
]

/** Starts Chromium; it ends with the test file, and when the process of the test dies. Its pages wait as long as a busy machine needs. */
export const openBrowser = async (...extraArgs: string[]): Promise<Browser> => {
  // without a UTF-8 locale Chromium names downloads with Japanese names “download”
  const env = { ...process.env, LANG: 'C.UTF-8' }
  const browser = await chromium.launch({ executablePath, args: [...flags, ...extraArgs], env, timeout: maxWaitMs })
  onFileEnd(() => browser.close())
  browser.on('context', (context) => context.setDefaultTimeout(maxWaitMs))
  return browser
}
