import type { Page } from 'playwright-core'
import { namespaces } from '../../packages/phrases/src/all.ts'
import type { Language } from '../../packages/phrases/src/language.ts'
import type { View } from './views.ts'

type Namespaces = typeof namespaces
type Phrase = { [N in keyof Namespaces]: [N, keyof Namespaces[N]['ja'] & string] }[keyof Namespaces]

/** The phrase up to its first placeholder. */
const textOf = (language: Language, [namespace, key]: Phrase) => {
  const phrases: Record<string, string> = namespaces[namespace][language]
  return (phrases[key] ?? '').split('{{')[0]!
}

/** Presses a button of the page, and then others in the dialog that the one before opens. */
const press =
  (label: Phrase, ...labelsInDialog: Phrase[]) =>
  async (page: Page, language: Language) => {
    const dialog = page.getByRole('dialog')
    await page
      .getByRole('button', { name: textOf(language, label), exact: true })
      .first()
      .click()
    await dialog.waitFor()
    for (const phrase of labelsInDialog)
      await dialog
        .getByRole('button', { name: textOf(language, phrase) })
        .first()
        .click()
  }

/** Selects everybody and opens the question before sending. */
const sendBulkMessage = async (page: Page, language: Language) => {
  await page.getByRole('checkbox', { name: textOf(language, ['bulk_message', 'choose.everyone']), exact: true }).check()
  await page.getByRole('textbox', { name: textOf(language, ['bulk_message', 'body.label']) }).fill('{姓}様\n年末年始は12月29日から休診です。')
  await page.locator('button:has(.tabler-icon-send):not(:disabled)').first().click()
  await page.getByRole('dialog').waitFor()
}

const summary = '/1/summary'

/** Dialogs as the doctor sees them. */
export const dialogs: View[] = [
  { name: 'dialog_add_assessment', path: summary, open: press(['assessment', 'add.title']) },
  { name: 'dialog_add_goal', path: summary, open: press(['habit', 'add.title']) },
  { name: 'dialog_past_illnesses', path: summary, open: press(['illness', 'past.edit']) },
  { name: 'dialog_past_illness', path: summary, open: press(['illness', 'past.edit'], ['ui', 'record.edit']) },
  { name: 'dialog_medication', path: summary, open: press(['medication', 'card.edit']) },
  { name: 'dialog_medicine', path: summary, open: press(['medication', 'card.edit'], ['ui', 'record.edit']) },
  { name: 'dialog_booking', path: summary, open: press(['booking', 'create.title']) },
  { name: 'dialog_karte', path: summary, open: press(['karte', 'write.title']) },
  { name: 'dialog_task', path: summary, open: press(['task', 'add']) },
  { name: 'dialog_results', path: '/1/database', open: press(['results', 'entry.open']) },
  { name: 'dialog_image', path: '/1/database?tab=images', open: press(['imaging', 'tab.add']) },
  { name: 'dialog_interview', path: '/interviews', open: press(['interviews', 'create']) },
  { name: 'dialog_bulk_message', path: '/messages/bulk', open: sendBulkMessage },
]
