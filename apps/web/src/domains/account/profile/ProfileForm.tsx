import type { User } from '@sukoyaka/wire/people/account'
import { useTranslation } from 'react-i18next'
import { profileChanged } from '../../../api/session.ts'
import { useAppDispatch } from '../../../api/store.ts'
import { Button, ButtonLink } from '../../../ui/button/Button.tsx'
import { SelectField } from '../../../ui/choice/SelectField.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { useChangeUserMutation } from '../api.ts'
import { AddressFields } from './AddressFields.tsx'
import { BirthdayField } from './BirthdayField.tsx'
import fields from './Fields.module.css'
import { NameFields } from './NameFields.tsx'
import classes from './ProfileForm.module.css'
import { addressNames, type ProfileValues, profileInput, profileProblems, profileValues } from './profile-values.ts'

const labels = {
  last_name: 'lastName',
  first_name: 'firstName',
  last_name_kana: 'lastKana',
  first_name_kana: 'firstKana',
  birthday: 'birthday',
  sex: 'sex',
  phone_number: 'phone',
  zip: 'zip',
  prefecture: 'prefecture',
  city: 'city',
  street: 'street',
  building: 'building',
} as const satisfies Record<keyof ProfileValues, string>

type Props = { user: User; refetch: () => unknown }

const useProfileForm = ({ user, refetch }: Props) => {
  const { t } = useTranslation('profile')
  const dispatch = useAppDispatch()
  const [change] = useChangeUserMutation()
  const saved = profileValues(user)
  const form = useForm(`profile/${user.id}`, saved, {
    version: user.updated_at,
    names: addressNames,
    check: (values) =>
      Object.fromEntries(Object.entries(profileProblems(values, user.role === 'patient')).map(([name, problem]) => [name, problem && t(problem)])),
    send: (values, updated_at) => change({ id: 'me', ...profileInput(values), ...(updated_at && { updated_at }) }),
    messages: { done: t('saved'), failed: t('failed'), conflict: t('conflict') },
    saved: (changed) => ({ values: profileValues(changed), version: changed.updated_at }),
    onSaved: (changed) => dispatch(profileChanged(changed)),
    onFailed: ({ code }) => code === 'conflict' && void refetch(),
  })
  return { form, saved }
}

/** Form for one's own profile. Unsaved input is kept as a draft. */
export function ProfileForm(props: Props) {
  const { t } = useTranslation('profile')
  const { form, saved } = useProfileForm(props)
  const { email, role } = props.user
  const textOf = (name: keyof ProfileValues) => (name === 'sex' ? t(`sex.${saved.sex || 'unset'}`) : saved[name] || t('empty'))
  return (
    <Form className={classes.form} onSubmit={form.submit}>
      <Card title={t('nameTitle')}>
        <div className={classes.fields}>
          <NameFields form={form} />
          <BirthdayField form={form} required={role === 'patient'} />
          <div className={classes.short}>
            <SelectField label={t('sex')} {...form.field('sex')} onChange={(sex) => form.put({ sex: sex as ProfileValues['sex'] })}>
              <option value="">{t('sex.unset')}</option>
              <option value="female">{t('sex.female')}</option>
              <option value="male">{t('sex.male')}</option>
            </SelectField>
          </div>
          {role === 'patient' ? <p className={fields.note}>{t('sexNote')}</p> : null}
        </div>
      </Card>
      <Card title={t('contactTitle')}>
        <div className={classes.fields}>
          <TextInput label={t('phone')} type="tel" autoComplete="tel" maxLength={30} {...form.field('phone_number')} />
          <div className={classes.line}>
            <div>
              <p className={fields.note}>{t('email')}</p>
              <p>{email}</p>
            </div>
            <ButtonLink to="/settings/account" kind="ghost">
              {t('emailChange')}
            </ButtonLink>
          </div>
        </div>
      </Card>
      <Card title={t('addressTitle')}>
        <div className={classes.fields}>
          {role === 'patient' ? <p className={fields.note}>{t('addressNote')}</p> : null}
          <AddressFields form={form} />
        </div>
      </Card>
      <div className={classes.foot}>
        <FormFailure
          form={form}
          theirs={
            form.collided.length ? (
              <p className={classes.theirs}>
                {t('conflictTheirs')}
                {form.collided.map((name) => `${t(labels[name])} ${textOf(name)}`).join(' · ')}
              </p>
            ) : null
          }
        />
        <div className={classes.buttons}>
          <p className={classes.state} role="status">
            {form.dialogProps.unsaved ? t('unsaved') : null}
          </p>
          {form.dialogProps.unsaved ? (
            <Button kind="neutral" onClick={form.reset}>
              {t('discard')}
            </Button>
          ) : null}
          <Button type="submit" kind="primary" loading={form.isSending}>
            {t('submit')}
          </Button>
        </div>
      </div>
    </Form>
  )
}
