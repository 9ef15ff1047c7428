import type { Assessment } from '@sukoyaka/wire/care/assessment'
import { IconCheck } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { MarkIcon } from '../../ui/status/marks.tsx'
import { recordLang } from '../../ui/text/record-lang.ts'
import classes from './AssessmentsCard.module.css'
import type { Measured } from './disease/facts.ts'
import { NameButton } from './disease/NameButton.tsx'

type Props = { assessment: Assessment; measured: Measured[]; onOpen: (assessment: Assessment) => void; onSolve?: (event: MouseEvent) => void }

/** Moves focus when the row leaves its list: to the disease name in the next or previous row or to the heading. */
const focusNeighbour = (row: Element | null) => {
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  const next = beside?.querySelector<HTMLElement>('button') ?? row?.closest('section')?.querySelector<HTMLElement>('h3')
  next?.focus({ preventScroll: true })
}

export function AssessmentRow({ assessment, measured, onOpen, onSolve }: Props) {
  const { t } = useTranslation('assessment')
  const language = useLanguage()
  const { disease, kind, memo, conducted_on, reasons } = assessment
  const values = reasons.flatMap(({ id, type }) => (type === 'numeric_test_result_category' ? measured.filter(({ category_id }) => category_id === id) : []))
  const solve = (event: MouseEvent<HTMLButtonElement>) => {
    focusNeighbour(event.currentTarget.closest('li'))
    onSolve?.(event)
  }
  return (
    <li className={classes.row}>
      <span className={classes.mark}>
        <MarkIcon tone={kind === 'problem' ? 'danger' : 'warning'} size={13} />
      </span>
      <div className={classes.words}>
        <NameButton assessment={assessment} onOpen={onOpen} />
        {values.length > 0 ? (
          <p className={classes.values}>
            {values.map(({ category_id, name, value }) => (
              <span key={category_id}>
                {name} {value}
              </span>
            ))}
          </p>
        ) : null}
        <p className={classes.since}>
          <time dateTime={conducted_on}>{t('card.since', { day: formatDate(conducted_on, language) })}</time>
          {memo ? <span lang={recordLang(memo, language)}>{`\u2002${memo}`}</span> : null}
        </p>
      </div>
      {onSolve ? (
        <Button
          size="small"
          icon={<IconCheck aria-hidden />}
          className={classes.solve}
          data-solve
          aria-label={t('card.solveOf', { name: disease?.display_name })}
          onClick={solve}
        >
          {t('card.solve')}
        </Button>
      ) : null}
    </li>
  )
}
