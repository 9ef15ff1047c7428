import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { MarkIcon } from '../../../ui/status/marks.tsx'
import { listSeparator } from '../../../ui/text/list-separator.ts'
import classes from './Overview.module.css'
import type { AnswerRow } from './rows.ts'

export type OverviewCount = { id: string; label: string; sign?: string | undefined; tone?: 'danger' | 'unknown' | undefined; rows: readonly AnswerRow[] }

const maxNames = 2

/** Moves to the group with this id and opens it. */
const jumpTo = (id: string) => {
  const group = document.getElementById(id)
  const toggle = group?.querySelector<HTMLElement>('button[aria-expanded]')
  if (toggle?.getAttribute('aria-expanded') === 'false') toggle.click()
  group?.scrollIntoView?.({ block: 'center' })
  ;(toggle ?? group)?.focus({ preventScroll: true })
}

/** Numbers of symptoms, such as urgent, new or unanswered ones; a number above 0 is a button that jumps to its group. */
export function Overview({ counts }: { counts: readonly OverviewCount[] }) {
  const { t } = useTranslation('questionnaire')
  return (
    <section className={classes.overview} aria-label={t('staff.overview')}>
      {counts.map((count) => (
        <Cell key={count.id} count={count} />
      ))}
    </section>
  )
}

function Cell({ count: { id, label, sign, tone, rows } }: { count: OverviewCount }) {
  const mark = tone ? <MarkIcon tone={tone} size={13} /> : <span aria-hidden>{sign}</span>
  const words = (
    <>
      <span className={classes.sign}>{rows.length || !tone ? mark : null}</span>
      <span className={classes.number}>{rows.length}</span>
      <span className={classes.words}>
        <span className={classes.label}>{label}</span>
        <Names rows={rows} />
      </span>
    </>
  )
  return rows.length ? (
    <button type="button" className={classes.cell} onClick={() => jumpTo(id)}>
      {words}
    </button>
  ) : (
    <p className={classes.cell} data-none>
      {words}
    </p>
  )
}

function Names({ rows }: { rows: readonly AnswerRow[] }): ReactNode {
  const { t } = useTranslation('questionnaire')
  const language = useLanguage()
  if (!rows.length) return null
  const names = rows
    .slice(0, maxNames)
    .map(({ name }) => name)
    .join(listSeparator(language))
  return <span className={classes.names}>{rows.length > maxNames ? t('staff.andMore', { names, count: rows.length - maxNames }) : names}</span>
}
