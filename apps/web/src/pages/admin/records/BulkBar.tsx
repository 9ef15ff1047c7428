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
  /** Says what the action does to this many rows. */
  question?: (count: number) => string
  /** Of the confirm button; `primary` if omitted. */
  kind?: 'danger' | 'primary'
  /** Key of the action that takes this one back. The results offer it. */
  undo?: string
  run: (row: Row) => PromiseLike<{ error?: unknown }>
}
type Result = { row: Row; error: string | undefined }
type Finished = { action: BulkAction; results: readonly Result[] }

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
  const [finished, setFinished] = useState<Finished>()
  const run = async (action: BulkAction, rows: readonly Row[]) => {
    setRunning(action.key)
    const done: Result[] = []
    for (const row of rows) {
      const { error } = await action.run(row)
      done.push({ row, error: error === undefined ? undefined : reasonOf(error) })
    }
    setRunning(undefined)
    setFinished({ action, results: done })
  }
  return { running, finished, run, close: () => setFinished(undefined) }
}

type Props = { table: AdminTable; rows: readonly Row[]; actions: readonly BulkAction[]; bulkRun: ReturnType<typeof useBulkRun>; onClear: () => void }

/** The actions for the selected rows. One runs at a time. */
export function BulkBar({ table, rows, actions, bulkRun: { running, run }, onClear }: Props) {
  const { t } = useLabels()
  const [asked, setAsked] = useState<BulkAction>()
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
        <Question table={table} action={asked} rows={rows.filter(asked.canRun)} onConfirm={(own) => void run(asked, own)} onClose={() => setAsked(undefined)} />
      ) : null}
    </div>
  )
}

type QuestionProps = { table: AdminTable; action: BulkAction; rows: readonly Row[]; onConfirm: (rows: readonly Row[]) => void; onClose: () => void }

function Question({ table, action: { label, question, kind = 'primary' }, rows, onConfirm, onClose }: QuestionProps) {
  const { t } = useLabels()
  const separator = listSeparator(useLanguage())
  const count = rows.length
  return (
    <ConfirmDialog
      title={label}
      question={question?.(count) ?? t('bulk.question', { count })}
      what={rows.map((row) => table.nameOf(row)).join(separator)}
      confirm={label}
      kind={kind}
      onConfirm={() => {
        onClose()
        onConfirm(rows)
      }}
      onClose={onClose}
    />
  )
}

type ResultsProps = { table: AdminTable; actions: readonly BulkAction[]; bulkRun: ReturnType<typeof useBulkRun>; onClose: () => void }

/** Says for each row what became of it, and offers to take the action back; renders nothing before an action has finished. */
export function ResultsDialog({ table, actions, bulkRun: { running, finished, run }, onClose }: ResultsProps) {
  const { t } = useLabels()
  if (!finished) return null
  const { action, results } = finished
  const done = results.filter(({ error }) => error === undefined).map(({ row }) => row)
  const undo = done.length ? actions.find(({ key }) => key === action.undo) : undefined
  return (
    <Dialog
      title={t('bulk.results', { label: action.label })}
      subtitle={t('bulk.summary', { done: done.length, failed: results.length - done.length })}
      onClose={onClose}
      footer={(close) => (
        <>
          {undo ? (
            <Button kind="neutral" loading={running === undo.key} onClick={() => void run(undo, done)}>
              {t('bulk.action', { label: undo.label, count: done.length })}
            </Button>
          ) : null}
          <Button onClick={close}>{t('close')}</Button>
        </>
      )}
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
