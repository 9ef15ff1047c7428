import { IconAlertCircle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { CallError } from '../../../api/call-error.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { listSeparator } from '../../../ui/text/list-separator.ts'
import classes from './BulkBar.module.css'
import { useLabels } from './labels.ts'
import type { AdminTable, Row } from './table.ts'

/** An action for several rows. It runs one call per row, one after another. */
export type BulkAction = {
  key: string
  label: string
  /** Rows for which this is false are left out. */
  canRun: (row: Row) => boolean
  run: (row: Row) => PromiseLike<{ error?: unknown }>
}
type Result = { row: Row; error: string | undefined }

const reasonOf = (error: unknown) => {
  const { fields, error: text } = error as CallError
  return fields ? Object.values(fields).flat().join(' ') || text : text
}

/**
 * Runs an action on several rows and keeps their results until `close`. Each row gets its own, so that one failure does not hide the others. Belongs to a
 * component that stays: the rows of a bar may leave the list while they change.
 */
export const useBulkRun = () => {
  const [running, setRunning] = useState<string>()
  const [results, setResults] = useState<readonly Result[]>()
  const run = async ({ key, run }: BulkAction, rows: readonly Row[]) => {
    setRunning(key)
    const done: Result[] = []
    for (const row of rows) {
      const { error } = await run(row)
      done.push({ row, error: error === undefined ? undefined : reasonOf(error) })
    }
    setRunning(undefined)
    setResults(done)
  }
  return { running, results, run, close: () => setResults(undefined) }
}

type Props = { table: AdminTable; rows: readonly Row[]; actions: readonly BulkAction[]; bulkRun: ReturnType<typeof useBulkRun>; onClear: () => void }

/** The actions for the selected rows. One runs at a time. */
export function BulkBar({ table, rows, actions, bulkRun: { running, run }, onClear }: Props) {
  const { t } = useLabels()
  const [asked, setAsked] = useState<BulkAction>()
  const separator = listSeparator(useLanguage())
  const namesOf = (selected: readonly Row[]) => selected.map((row) => table.nameOf(row)).join(separator)
  return (
    <div className={classes.bar}>
      <b role="status">{t('bulk.selected', { count: rows.length })}</b>
      {actions.map((action) => {
        const count = rows.filter(action.canRun).length
        const isOtherRunning = running !== undefined && running !== action.key
        return (
          <Button key={action.key} size="small" loading={running === action.key} disabled={count === 0 || isOtherRunning} onClick={() => setAsked(action)}>
            {t('bulk.action', { label: action.label, count })}
          </Button>
        )
      })}
      <span className={classes.end}>
        <IconButton size="small" label={t('bulk.clear')} icon={<IconX aria-hidden />} onClick={onClear} />
      </span>
      {asked ? (
        <ConfirmDialog
          title={asked.label}
          question={t('bulk.question', { count: rows.filter(asked.canRun).length })}
          what={namesOf(rows.filter(asked.canRun))}
          confirm={asked.label}
          kind="primary"
          onConfirm={() => {
            setAsked(undefined)
            void run(asked, rows.filter(asked.canRun))
          }}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </div>
  )
}

/** Says for each row what became of it. */
export function ResultsDialog({ table, results, onClose }: { table: AdminTable; results: readonly Result[]; onClose: () => void }) {
  const { t } = useLabels()
  const failed = results.filter(({ error }) => error !== undefined).length
  return (
    <Dialog
      title={t('bulk.results')}
      subtitle={t('bulk.summary', { done: results.length - failed, failed })}
      onClose={onClose}
      footer={(close) => <Button onClick={close}>{t('close')}</Button>}
    >
      <ul className={classes.results}>
        {results.map(({ row, error }) => (
          <li key={row.id} data-failed={error === undefined ? undefined : true}>
            {error === undefined ? <IconCircleCheck aria-label={t('bulk.done')} /> : <IconAlertCircle aria-label={t('bulk.failed')} />}
            <span>
              <span lang="ja">{table.nameOf(row)}</span>
              {error === undefined ? null : <small>{error}</small>}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
