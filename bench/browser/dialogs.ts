import type { Page } from 'playwright-core'
import { namespaces } from '../../packages/phrases/src/all.ts'
import type { Language } from '../../packages/phrases/src/language.ts'
import type { Ids, View } from './views.ts'

type Namespaces = typeof namespaces
type Phrase = { [N in keyof Namespaces]: [N, keyof Namespaces[N]['ja'] & string] }[keyof Namespaces]

/** The phrase up to its first placeholder. */
const textOf = (language: Language, [namespace, key]: Phrase) => {
  const phrases: Record<string, string> = namespaces[namespace][language]
  return (phrases[key] ?? '').split('{{')[0]!
}

/** Presses a button of the page that opens a dialog, and then buttons in the open dialog. */
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

/** Opens the pane for writing a karte. On a phone its button is in the menu of the header. */
const writeKarte = async (page: Page, language: Language) => {
  const name = textOf(language, ['karte', 'write.title'])
  const menu = page.getByRole('button', { name: textOf(language, ['patient', 'header.menu']), exact: true })
  if (await menu.isVisible()) {
    await menu.click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  } else await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

/** Selects everybody, writes a text and opens the dialog that asks for confirmation. */
const sendBulkMessage = async (page: Page, language: Language) => {
  await page.getByRole('checkbox', { name: textOf(language, ['bulk_message', 'choose.everyone']), exact: true }).check()
  await page.getByRole('textbox', { name: textOf(language, ['bulk_message', 'body.label']) }).fill('{姓}様\n年末年始は12月29日から休診です。')
  await page.locator('button:has(.tabler-icon-send):not(:disabled)').first().click()
  await page.getByRole('dialog').waitFor()
}

/** Opens the step “columns”, the first one, of an import whose columns are all decided. */
export const openColumns = async (page: Page, language: Language) => {
  const steps = page.getByRole('navigation', { name: textOf(language, ['results_import', 'step.label']) })
  await steps.getByRole('button', { name: textOf(language, ['results_import', 'step.columns']) }).click()
  await page.getByRole('region', { name: textOf(language, ['results_import', 'mapping.title']) }).waitFor()
}

/** Opens the first row of the release queue: on a phone in a dialog, elsewhere in a pane beside the list. */
export const openRow = async (page: Page, language: Language) => {
  await page.locator('[data-release-row] button').first().click()
  await page.getByRole('textbox', { name: textOf(language, ['release_queue', 'pane.comment']) }).waitFor()
}

/** Opens the dialog that records a call to the patient of the first row, which is urgent. */
const recordContact = async (page: Page, language: Language) => {
  await openRow(page, language)
  await page.getByRole('button', { name: textOf(language, ['release_queue', 'pane.contact']), exact: true }).click()
  await page.getByRole('dialog', { name: textOf(language, ['today', 'contact.title']) }).waitFor()
}

/** Opens the explanation of the first abnormal value. */
const explainResult = async (page: Page, language: Language) => {
  const card = page.getByRole('region', { name: textOf(language, ['checkup', 'concern.title']) })
  await card.locator('button[aria-haspopup="dialog"]').first().click()
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: textOf(language, ['explanation', 'means.title']) })
    .waitFor()
}

const declineProposal = async (page: Page, language: Language) => {
  await page.getByRole('button', { name: textOf(language, ['message_card', 'proposal.decline']), exact: true }).click()
  await page.getByRole('dialog', { name: textOf(language, ['message_card', 'decline.title']) }).waitFor()
}

const summary = '/1/summary'

export const patientDialogs: View[] = [
  { name: 'dialog_explanation', path: summary, open: explainResult },
  { name: 'dialog_decline', path: '/messages', open: declineProposal },
]

export const doctorDialogs = ({ applied_import }: Ids): View[] => [
  { name: 'dialog_add_assessment', path: summary, open: press(['assessment', 'add.title']) },
  { name: 'dialog_add_goal', path: summary, open: press(['habit', 'add.title']) },
  { name: 'dialog_past_illnesses', path: summary, open: press(['illness', 'past.edit']) },
  { name: 'dialog_past_illness', path: summary, open: press(['illness', 'past.edit'], ['ui', 'record.edit']) },
  { name: 'dialog_medication', path: summary, open: press(['medication', 'card.edit']) },
  { name: 'dialog_medicine', path: summary, open: press(['medication', 'card.edit'], ['ui', 'record.edit']) },
  { name: 'dialog_booking', path: summary, open: press(['booking', 'create.title']) },
  { name: 'dialog_karte', path: summary, open: writeKarte },
  { name: 'dialog_task', path: summary, open: press(['task', 'add']) },
  { name: 'dialog_image', path: '/1/database?tab=images', open: press(['imaging', 'tab.add']) },
  { name: 'dialog_interview', path: '/interviews', open: press(['interviews', 'create']) },
  { name: 'dialog_contact', path: `/imports/${applied_import}/release`, open: recordContact },
  { name: 'dialog_bulk_message', path: '/messages/bulk', open: sendBulkMessage },
]
