import type { Page } from 'playwright-core'
import { bodyWithPlaceholders } from './xss-messages.ts'
import { closeDialog, open, type Step, scrollTo, type Visit } from './xss-monitor.ts'

const searchHits = (page: Page) => page.getByRole('list', { name: '検索結果' })
const messageFields = ['asking', 'answer', 'filewords', 'message', 'filename', 'picturename']

/** In the karte form. */
export const templates: Step = {
  name: 'the templates of kartes',
  act: (page) => open(page, /^テンプレート/),
  locate: (page) => page.getByRole('menuitem'),
  fields: ['template'],
}

/** Searches for a word near the beginning of each text, so that the highlighting of the word splits the text. */
export const searchRoom: Step = {
  name: 'search in a room',
  act: async (page) => {
    await page.getByRole('button', { name: 'この会話を検索' }).click()
    await page.getByRole('searchbox', { name: 'この会話を検索' }).fill('img')
  },
  locate: searchHits,
  fields: messageFields,
}

export const searchRooms: Step = {
  name: 'search in all rooms',
  act: (page) => page.getByRole('searchbox', { name: '患者名・本文で検索' }).fill('img'),
  locate: searchHits,
  fields: [...messageFields, 'name'],
}

const dockedChat = (page: Page) => page.getByRole('dialog', { name: 'チャット' })
const openDockedChat = (fields: string[]): Step => ({
  name: 'the docked window',
  act: (page) => page.getByRole('button', { name: 'チャットを開く' }).click(),
  locate: dockedChat,
  fields,
})
/** On a patient's page, the docked window shows the patient's conversation. */
export const dockedRoom: (Step | typeof closeDialog)[] = [openDockedChat(['asked']), closeDialog]
/** On other pages, the docked window shows all conversations and then opens one. */
export const dockedRooms: (Step | typeof closeDialog)[] = [
  openDockedChat(['message', 'name']),
  {
    name: 'a room in the docked window',
    act: async (page) => {
      await dockedChat(page).getByRole('link').filter({ hasText: '@message@' }).first().click()
      // the log opens at the last read message and renders only what is near
      const log = dockedChat(page).getByRole('log')
      await log.locator('[data-message]').first().waitFor()
      for (let tries = 0; tries < 1_000 && !(await log.getByText('@message@').last().isVisible()); tries++) {
        await scrollTo(log, 1)
        await page.waitForTimeout(150)
      }
    },
    locate: (page) => dockedChat(page).getByRole('log'),
    fields: ['message'],
  },
  closeDialog,
]

const dialog = (page: Page) => page.getByRole('dialog').last()

/** On the summary. The dialog shows its fields only when its code and the catalogue of tests are loaded. */
export const checkup: Step = {
  name: 'a checkup',
  act: async (page) => {
    await open(page, /@package@/)
    await dialog(page).locator('textarea').first().waitFor()
  },
  locate: dialog,
  fields: ['package'],
}

/** In an interview. */
export const transcript: Step = {
  name: 'a transcript',
  act: (page) => open(page, /発言の記録を見る/),
  locate: dialog,
  fields: ['transcript'],
}

/** In the list of interviews. */
export const unmatchedMinutes: Step = {
  name: 'unmatched minutes',
  act: (page) => open(page, /未割り当ての議事録/),
  locate: dialog,
  fields: ['minutesname', 'attendee'],
}

const shownRows = (page: Page) => page.getByRole('main').locator('p, li')

/** Visits to the pages of bulk messages: recipients, text, preview per recipient, and the result of a sent one. The visits send nothing. */
export const bulkPages = (bulk_id: number, texts: string[]): Visit[] => [
  {
    path: '/messages/bulk',
    actions: [
      {
        name: 'the preview per recipient',
        act: async (page) => {
          await page.getByRole('checkbox', { name: '全員' }).check({ force: true })
          await page.getByRole('textbox', { name: '本文' }).fill(bodyWithPlaceholders('bulkbody', texts))
        },
        locate: shownRows,
        fields: ['bulkbody', 'bulk'],
      },
      {
        name: 'the list of recipients',
        act: (page) => page.getByRole('button', { name: '送信先を見る' }).click(),
        locate: dialog,
        fields: ['name'],
      },
      closeDialog,
      {
        name: 'the confirmation before sending',
        act: (page) => page.getByRole('button', { name: /人に送信$/ }).click(),
        locate: dialog,
        fields: ['bulkbody'],
      },
      closeDialog,
      {
        name: 'canned replies',
        act: (page) => page.getByRole('button', { name: '定型文' }).click(),
        locate: dialog,
        fields: ['canned', 'cannedwords'],
      },
      closeDialog,
      {
        name: 'patients chosen one by one',
        act: async (page) => {
          await page.getByText('一人ずつ選ぶ', { exact: true }).click()
          await page.getByRole('combobox', { name: '患者を追加' }).fill('img')
        },
        locate: (page) => page.getByRole('listbox'),
        fields: ['name'],
      },
    ],
  },
  {
    path: `/messages/bulk?opened=${bulk_id}`,
    actions: [{ name: 'the result of a bulk message', act: async () => {}, locate: dialog, fields: ['bulk', 'name'] }],
  },
]
