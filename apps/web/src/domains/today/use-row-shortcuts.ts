import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeys } from '../../ui/page/keys.ts'

const rowSelector = '[data-today-row]'

/**
 * Keyboard shortcuts: j and k move between rows. With `mayReview`, t adds a task and r reviews the focused row and moves on; on a row with critical values
 * that the patient was not told, r opens the contact dialog.
 */
export const useRowShortcuts = (mayReview: boolean) => {
  const { t } = useTranslation('today')
  const boardRef = useRef<HTMLDivElement>(null)
  const rows = () => [...(boardRef.current?.querySelectorAll<HTMLElement>(rowSelector) ?? [])].filter((row) => row.offsetParent !== null)
  const focusedRow = () => document.activeElement?.closest<HTMLElement>(rowSelector)
  const focus = (row: HTMLElement | undefined) => {
    row?.querySelector<HTMLElement>('a')?.focus()
    row?.scrollIntoView({ block: 'nearest' })
  }
  const walk = (step: 1 | -1) => {
    const all = rows()
    const at = all.indexOf(focusedRow() as HTMLElement)
    focus(at < 0 ? all[step > 0 ? 0 : all.length - 1] : all[at + step])
  }
  const review = () => {
    const row = focusedRow()
    if (!row) return
    const contact = row.querySelector<HTMLElement>('[data-contact]')
    if (contact) return contact.click()
    const all = rows()
    const next = all[all.indexOf(row) + 1] ?? all[all.indexOf(row) - 1]
    row.querySelector<HTMLElement>('[data-review]')?.click()
    focus(next)
  }
  useKeys([
    { key: 'j', label: t('keys.next'), run: () => walk(1) },
    { key: 'k', label: t('keys.previous'), run: () => walk(-1) },
    ...(mayReview
      ? [
          { key: 'r', label: t('keys.review'), run: review },
          { key: 't', label: t('keys.task'), run: () => focusedRow()?.querySelector<HTMLElement>('[data-task]')?.click() },
        ]
      : []),
  ])
  return boardRef
}
