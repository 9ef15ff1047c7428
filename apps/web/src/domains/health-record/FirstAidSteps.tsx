import type { FirstAid } from '@sukoyaka/rules/record/explanation/first-aid'
import { useTranslation } from 'react-i18next'
import classes from './FirstAidSteps.module.css'

const steps = {
  glucose_low: ['glucose_low.sugar', 'glucose_low.unable', 'glucose_low.again'],
  pressure_high: ['pressure_high.symptoms', 'pressure_high.rest'],
} as const

/** What people do themselves at once, and after it `note`, such as whom to contact. Without first aid, that the value should be checked soon. */
export function FirstAidSteps({ firstAid, note }: { firstAid: FirstAid | undefined; note: string }) {
  const { t } = useTranslation('first_aid')
  return (
    <div role="alert" className={classes.steps}>
      {(firstAid ? steps[firstAid] : (['value'] as const)).map((step) => (
        <p key={step}>{t(step)}</p>
      ))}
      <p>{note}</p>
    </div>
  )
}
