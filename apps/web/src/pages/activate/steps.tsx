import { fullName } from '@sukoyaka/rules/person'
import { policyKinds } from '@sukoyaka/wire/people/account'
import type { Activation } from '@sukoyaka/wire/people/registration'
import { useTranslation } from 'react-i18next'
import { leadClass } from '../../domains/account/AuthFrame.tsx'
import { PasswordField } from '../../domains/account/PasswordField.tsx'
import { AddressFields } from '../../domains/account/profile/AddressFields.tsx'
import { BirthdayField } from '../../domains/account/profile/BirthdayField.tsx'
import { NameFields } from '../../domains/account/profile/NameFields.tsx'
import { type Policies, PolicyText } from '../../domains/policy/PolicyText.tsx'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import type { Form } from '../../ui/form/use-form.ts'
import classes from './Activation.module.css'
import type { Values } from './values.ts'

type StepProps = { form: Form<Values>; activation: Activation; policies: Policies }

export function PasswordStep({ form, activation }: StepProps) {
  const { t } = useTranslation('registration')
  const name = fullName(activation, useLanguage())
  return (
    <>
      <div>
        <h1>{t('activate.password')}</h1>
        <p className={leadClass}>{t('activate.hello', { name })}</p>
      </div>
      {/* lets password managers save the password with the email address */}
      <input type="hidden" name="username" autoComplete="username" value={activation.email} />
      <PasswordField
        label={t('password')}
        name="new-password"
        autoComplete="new-password"
        hint={t('passwordHint', { min: activation.role === 'patient' ? 10 : 13 })}
        {...form.field('password')}
      />
      <p className={classes.note}>{t('activate.passwordLead')}</p>
    </>
  )
}

export function ProfileStep({ form, activation }: StepProps) {
  const { t } = useTranslation('registration')
  return (
    <>
      <div>
        <h1>{t('activate.profile')}</h1>
        <p className={leadClass}>{t('activate.profileLead')}</p>
      </div>
      <NameFields form={form} />
      <BirthdayField form={form} required={activation.role === 'patient'} />
    </>
  )
}

export function AddressStep({ form, activation }: StepProps) {
  const { t } = useTranslation('registration')
  return (
    <>
      <div>
        <h1>{t('activate.address')}</h1>
        <p className={leadClass}>{t(activation.role === 'patient' ? 'activate.addressLead' : 'activate.addressLater')}</p>
      </div>
      <AddressFields form={form} />
    </>
  )
}

export function PoliciesStep({ form, policies }: StepProps) {
  const { t } = useTranslation('registration')
  return (
    <>
      <div>
        <h1>{t('activate.policies')}</h1>
        <p className={leadClass}>{t('activate.policiesLead')}</p>
      </div>
      {policyKinds.map((kind) => {
        const policy = policies[kind]
        return policy ? <PolicyText key={kind} kind={kind} policy={policy} {...form.checkbox(kind)} /> : null
      })}
      <Checkbox
        {...form.checkbox('trust_device')}
        label={
          <>
            {t('activate.trust')} <span className={classes.note}>{t('activate.trustNote')}</span>
          </>
        }
      />
    </>
  )
}
