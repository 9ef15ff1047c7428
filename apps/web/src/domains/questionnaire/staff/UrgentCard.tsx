import { daysSince } from '@sukoyaka/rules/time'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/layout/Card.tsx'
import { Badge } from '../../../ui/status/Badge.tsx'
import { MarkIcon } from '../../../ui/status/marks.tsx'
import type { AnswerCell, AnswerRow } from './rows.ts'
import classes from './UrgentCard.module.css'

/** Urgent symptoms, with earlier answers and actions. */
export function UrgentCard({ rows, answered_at, actions }: { rows: readonly AnswerRow[]; answered_at: string | null; actions: ReactNode }) {
  const { t } = useTranslation('questionnaire')
  const days = answered_at ? daysSince(answered_at, new Date()) : 0
  const word = ({ kind }: AnswerCell) => t(kind === 'yes' ? 'yes' : kind === 'no' ? 'no' : 'staff.open')
  return (
    <section id="symptoms-urgent" tabIndex={-1} className={classes.urgent}>
      <Card
        title={
          <span className={classes.title}>
            <MarkIcon tone="danger" size={13} />
            {t('staff.urgent')}
          </span>
        }
        count={rows.length}
        action={actions}
        flush
      >
        {days > 0 ? <p className={classes.since}>{t('staff.since', { count: days })}</p> : null}
        <ul className={classes.list}>
          {rows.map((row) => (
            <li key={row.path}>
              <span className={classes.name}>{row.name}</span>
              <span className={classes.place}>{row.place}</span>
              <span className={classes.before}>
                {row.cells.length > 1
                  ? row.cells
                      .slice(1)
                      .map((cell, at) => (at === 0 ? t('staff.before', { answer: word(cell) }) : t('staff.beforeThat', { answer: word(cell) })))
                      .join(t('staff.separator'))
                  : null}
              </span>
              {row.change === 'new' ? <Badge tone="outline">{t('staff.change.new')}</Badge> : null}
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}
