import { ageOn, fullName } from '@sukoyaka/rules/person'
import { formatDay, tokyoDay } from '@sukoyaka/rules/time'
import { policyKinds } from '@sukoyaka/wire/people/account'
import type { Activation } from '@sukoyaka/wire/people/registration'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { leadClass } from '../../domains/account/AuthFrame.tsx'
import { PasswordField } from '../../domains/account/PasswordField.tsx'
import { type Policies, PolicyText } from '../../domains/policy/PolicyText.tsx'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { TextInput } from '../../ui/form/TextInput.tsx'
import type { Form } from '../../ui/form/use-form.ts'
import classes from './Activation.module.css'
import { addressOf, postalDigits } from './postal-code.ts'
import { useReading } from './use-reading.ts'
import { birthdayOf, type Values } from './values.ts'

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
      {/* lets password managers save the password with its address */}
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

type NameProps = { form: Form<Values>; name: 'last_name' | 'first_name'; label: string; kanaLabel: string; complete: [string, string] }

/** A name and its reading, which is filled in from what the input method showed, unless the person typed it. */
function NameFields({ form, name, label, kanaLabel, complete }: NameProps) {
  const kana = `${name}_kana` as const
  // a reading that is there already or was typed is never overwritten
  const [isOwn, setOwn] = useState(form.values[kana] !== '')
  const reading = useReading((text) => {
    if (!isOwn) form.put({ [kana]: form.values[kana] + text })
  })
  const field = form.field(kana)
  return (
    <div className={classes.pair}>
      <TextInput
        label={label}
        required
        autoComplete={complete[0]}
        {...reading}
        {...form.field(name)}
        onChange={(event) => {
          const text = event.currentTarget.value
          form.put(text === '' && !isOwn ? { [name]: '', [kana]: '' } : { [name]: text })
        }}
      />
      <TextInput
        label={kanaLabel}
        autoComplete={complete[1]}
        {...field}
        onChange={(event) => {
          setOwn(event.currentTarget.value !== '')
          field.onChange(event)
        }}
      />
    </div>
  )
}

export function ProfileStep({ form, activation }: StepProps) {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  const day = birthdayOf(form.values.birthday)
  const readText = day && t('activate.birthdayRead', { day: formatDay(day, language, 'weekday'), age: ageOn(day, tokyoDay(new Date())) })
  return (
    <>
      <div>
        <h1>{t('activate.profile')}</h1>
        <p className={leadClass}>{t('activate.profileLead')}</p>
      </div>
      <NameFields form={form} name="last_name" label={t('activate.lastName')} kanaLabel={t('activate.lastKana')} complete={['family-name', 'off']} />
      <NameFields form={form} name="first_name" label={t('activate.firstName')} kanaLabel={t('activate.firstKana')} complete={['given-name', 'off']} />
      <p className={classes.note}>{t('activate.kanaNote')}</p>
      <TextInput
        label={t('activate.birthday')}
        required={activation.role === 'patient'}
        autoComplete="bday"
        hint={t('activate.birthdayHint')}
        {...form.field('birthday')}
      />
      <p className={classes.read} role="status">
        {readText}
      </p>
    </>
  )
}

export function AddressStep({ form }: StepProps) {
  const { t } = useTranslation('registration')
  const [found, setFound] = useState<'zipFound' | 'zipUnknown'>()
  const lookUp = async (zip: string) => {
    setFound(undefined)
    const digits = postalDigits(zip)
    if (digits.length !== 7) return
    const address = await addressOf(digits)
    setFound(address ? 'zipFound' : 'zipUnknown')
    if (address) form.put(address)
  }
  return (
    <>
      <div>
        <h1>{t('activate.address')}</h1>
        <p className={leadClass}>{t('activate.addressLead')}</p>
      </div>
      <TextInput
        label={t('activate.zip')}
        autoComplete="postal-code"
        inputMode="numeric"
        {...form.field('zip')}
        onChange={(event) => {
          const zip = event.currentTarget.value
          form.put({ zip })
          void lookUp(zip)
        }}
      />
      <p className={classes.note} role="status">
        {found ? t(`activate.${found}`, { zip: postalDigits(form.values.zip).replace(/^(\d{3})(\d{4})$/, '$1-$2') }) : null}
      </p>
      <div className={classes.pair}>
        <TextInput label={t('activate.prefecture')} autoComplete="address-level1" {...form.field('prefecture')} />
        <TextInput label={t('activate.city')} autoComplete="address-level2" {...form.field('city')} />
      </div>
      <TextInput label={t('activate.street')} autoComplete="address-line1" {...form.field('street')} />
      <TextInput label={t('activate.building')} autoComplete="address-line2" {...form.field('building')} />
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
