import { type AccountRows, addAccounts, addBrowsers, type BrowserRows, policiesIn } from './account-rows.ts'
import { addFeeds } from './minutes-rows.ts'
import { addNotices, type NoticeRows } from './notice-rows.ts'
import { addImports, addTemplates } from './rows.ts'
import type { RowsTarget } from './target.ts'

export type Imports = { uploaded: number[]; checked: number[]; applied: number[] }

/** Rows that do not belong to one patient. */
export type SpareRows = {
  imports: Imports
  /** Karte templates by author, one per request. */
  templates: Record<number, number[]>
  /** Calendar feeds by owner, one per request. */
  feeds: Record<number, number[]>
  /** Sessions, trusted devices, grants and shares by owner, one per request. */
  browsers: BrowserRows
  policies: { privacy: number; usage: number }
  accounts: AccountRows
  notices: NoticeRows
}

export const addSpareRows = async (target: RowsTarget, canary: string): Promise<SpareRows> => ({
  imports: await addImports(target),
  templates: await addTemplates(target),
  feeds: await addFeeds(target),
  browsers: await addBrowsers(target),
  policies: await policiesIn(target),
  accounts: await addAccounts(target),
  notices: await addNotices(target, canary),
})
