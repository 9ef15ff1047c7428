import { formatUnit } from '@sukoyaka/rules/record/answer'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { SubmitButtons } from '../../../ui/form/SubmitButtons.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import classes from './PasteDialog.module.css'
import { readPasted } from './paste.ts'
import type { Entry } from './use-entry.ts'

type Props = { first: string; entry: Entry; onClose: () => void; onShow: (category_ids: number[]) => void }

const maxLength = 20_000

/** Pasted rows, each with the recognised item and value. Rows with a problem are listed but not filled in. */
export function PasteDialog({ first, entry, onClose, onShow }: Props) {
  const { t } = useTranslation('results')
  const language = useLanguage()
  const [text, setText] = useState(first)
  const lines = useMemo(
    () =>
      readPasted(
        text,
        entry.items.map(({ category }) => category),
      ),
    [text, entry.items],
  )
  const understood = lines.flatMap(({ category, problem, ...line }) => (category && !problem ? [{ category, ...line }] : []))
  const storedIds = new Set(entry.items.flatMap(({ category, stored }) => (stored ? [category.id] : [])))
  const take = () => {
    entry.addRows(Object.fromEntries(understood.map(({ category, text, unit }) => [category.id, { text, unit, confirmed: false }])))
    onClose()
    onShow(understood.map(({ category }) => category.id))
  }
  return (
    <Dialog
      title={t('paste.title')}
      width={1000}
      onClose={onClose}
      onSubmit={() => understood.length && take()}
      footer={(close) => <SubmitButtons label={t('paste.take', { count: understood.length })} isBlocked={!understood.length} onCancel={close} />}
    >
      <TextArea label={t('paste.label')} hint={t('paste.hint')} rows={5} maxLength={maxLength} value={text} onChange={setText} data-autofocus />
      {lines.length ? (
        <table className={classes.table}>
          <caption role="status">{t('paste.count', { count: understood.length, left: lines.length - understood.length })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('paste.from')}</th>
              <th scope="col">{t('grid.item')}</th>
              <th scope="col">{t('entry.value')}</th>
              <th scope="col">{t('paste.result')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ name, text, unit, category, problem }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines are those of the text
              <tr key={at} className={problem ? classes.left : undefined}>
                <td lang="ja">{name}</td>
                <td>{category?.display_name ?? '–'}</td>
                <td className={classes.value}>
                  {text} {category ? formatUnit(unit || category.unit_display, language) : ''}
                </td>
                <td>{t(problem ? `paste.problem.${problem}` : category && storedIds.has(category.id) ? 'paste.replaces' : 'paste.ok')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </Dialog>
  )
}
