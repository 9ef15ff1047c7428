import type { Assessment } from '@sukoyaka/wire/care/assessment'
import { IconArrowBackUp, IconChevronDown } from '@tabler/icons-react'
import { type MouseEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { recordLang } from '../../ui/text/record-lang.ts'
import classes from './AssessmentsCard.module.css'
import { NameButton } from './disease/NameButton.tsx'

type Props = { solved: Assessment[]; onOpen: (assessment: Assessment) => void; onReopen?: (assessment: Assessment, event: MouseEvent) => void }

export function SolvedList({ solved, onOpen, onReopen }: Props) {
  const { t } = useTranslation('assessment')
  const language = useLanguage()
  const id = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const reopen = (assessment: Assessment) => (event: MouseEvent<HTMLButtonElement>) => {
    const row = event.currentTarget.closest('li')
    const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector<HTMLElement>('button')
    const target = next ?? toggle.current
    target?.focus({ preventScroll: true })
    onReopen?.(assessment, event)
  }
  return (
    <div className={classes.solved}>
      <button ref={toggle} type="button" className={classes.fold} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <IconChevronDown size={16} aria-hidden className={open ? classes.turned : undefined} />
        {t('card.solved', { count: solved.length })}
      </button>
      <ul id={id} hidden={!open} className={classes.solvedList}>
        {solved.map((assessment) => (
          <li key={assessment.id} className={classes.row}>
            <div className={classes.words}>
              <NameButton assessment={assessment} onOpen={onOpen} />
              <p className={classes.since}>
                <span>{t(`kind.${assessment.kind}`)}</span>
                <span>
                  {'\u2002'}
                  {t('card.period', { from: formatDate(assessment.conducted_on, language), to: formatDate(assessment.solved_on ?? '', language) })}
                </span>
                {assessment.memo ? <span lang={recordLang(assessment.memo, language)}>{`\u2002${assessment.memo}`}</span> : null}
              </p>
            </div>
            {onReopen ? (
              <Button
                size="small"
                icon={<IconArrowBackUp aria-hidden />}
                className={classes.solve}
                data-reopen
                aria-label={t('card.reopenOf', { name: assessment.disease?.display_name })}
                onClick={reopen(assessment)}
              >
                {t('card.reopen')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  )
}
