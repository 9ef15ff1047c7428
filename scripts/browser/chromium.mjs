// Runs on the system's Node: only syntax of Node 12, and imports from node_modules only within functions.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export const headlessShell = 'chromium-headless-shell'

/** The first of these programs on the PATH. */
export const findProgram = (...names) => {
  const folders = (process.env.PATH || '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

const macPaths = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

/**
 * The path of a Chromium: CHROMIUM_PATH, else the headless shell, which needs half of the CPU time, because it renders no toolbar per page; else another
 * Chromium, else the one that Playwright downloaded. Undefined if there is none.
 */
export async function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const found =
    findProgram(headlessShell) ||
    findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable') ||
    macPaths.find((path) => existsSync(path))
  if (found) return found
  const { chromium } = await import('playwright-core')
  const downloaded = chromium.executablePath()
  return existsSync(downloaded) ? downloaded : undefined
}
