import { IconCheck, IconPlus } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import classes from './DiseasePanel.module.css'
import type { Facts, PreventPlan } from './facts.ts'

type Goals = Facts['goals']

/** Prevention plans; with `goals`, each can be turned into a habit goal. */
export function PlanList({ plans, lang, goals }: { plans: PreventPlan[]; lang: string | undefined; goals: Goals }) {
  const { t } = useTranslation('assessment')
  if (plans.length === 0) return <p className={classes.none}>{t('panel.noPlans')}</p>
  return (
    <ul>
      {plans.map((plan) => (
        <Plan key={plan.title} plan={plan} lang={lang} goals={goals} />
      ))}
    </ul>
  )
}

function Plan({ plan, lang, goals }: { plan: PreventPlan; lang: string | undefined; goals: Goals }) {
  const { t } = useTranslation('assessment')
  const id = useId()
  const [isAdding, setIsAdding] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string>()
  const isGoal = goals?.has(plan) ?? false
  const add = async () => {
    if (isAdding || isGoal) return
    setErrorMessage(undefined)
    setIsAdding(true)
    const error = await goals?.add(plan)
    setIsAdding(false)
    setErrorMessage(error?.error)
  }
  return (
    <li className={clsx(classes.row, classes.plan)}>
      <div className={classes.words} lang={lang}>
        <p className={classes.title}>{plan.title}</p>
        <p className={classes.body}>{plan.body}</p>
      </div>
      {goals ? (
        <Button
          size="small"
          kind={isGoal ? 'ghost' : 'secondary'}
          icon={isGoal ? <IconCheck aria-hidden /> : <IconPlus aria-hidden />}
          className={classes.toGoal}
          aria-label={isGoal ? undefined : t('panel.addGoalOf', { title: plan.title })}
          aria-disabled={isGoal || undefined}
          aria-describedby={errorMessage ? id : undefined}
          loading={isAdding && !isGoal}
          onClick={() => void add()}
        >
          {isGoal ? t('panel.isGoal') : t('panel.addGoal')}
        </Button>
      ) : null}
      {errorMessage ? (
        <div role="alert" className={classes.refused}>
          <FieldMessage id={id}>{errorMessage}</FieldMessage>
        </div>
      ) : null}
    </li>
  )
}
