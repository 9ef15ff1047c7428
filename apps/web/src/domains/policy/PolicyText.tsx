import { formatDay } from '@sukoyaka/rules/time'
import type { PolicyKind } from '@sukoyaka/wire/people/account'
import type { Policy } from '@sukoyaka/wire/people/policy'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import classes from './PolicyText.module.css'

/** The policy in force of each kind; a kind without one needs no agreement. */
export type Policies = Partial<Record<PolicyKind, Policy>>

type Props = { kind: PolicyKind; policy: Policy } & Pick<ComponentProps<typeof Checkbox>, 'checked' | 'onChange' | 'error'>

/** A policy in short, its full text on demand, and the agreement. */
export function PolicyText({ kind, policy, ...agreement }: Props) {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  const { title, summary, changes, body, version, effective_on } = policy
  const list = (items: readonly string[]) => (
    <ul className={classes.list}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
  return (
    <section className={classes.policy} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.version}>{t('policy.version', { version, day: formatDay(effective_on, language) })}</p>
      {list(summary)}
      {changes.length ? (
        <div className={classes.changes}>
          <h3>{t('policy.changes')}</h3>
          {list(changes)}
        </div>
      ) : null}
      <details>
        <summary className={classes.read}>{t('policy.read')}</summary>
        <p className={classes.body}>{body}</p>
      </details>
      <Checkbox label={t('policy.agree', { policy: t(`policy.${kind}`) })} {...agreement} />
    </section>
  )
}
