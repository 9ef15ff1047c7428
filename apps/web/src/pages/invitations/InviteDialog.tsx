import { type Language, languages } from '@sukoyaka/phrases/language'
import { fullName } from '@sukoyaka/rules/person'
import { type Role, roles } from '@sukoyaka/wire/access'
import type { SimilarPatient } from '@sukoyaka/wire/care/invitation'
import type { User } from '@sukoyaka/wire/people/account'
import { type ChangeEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/use-permission.ts'
import { looksLikeEmail, normalizeEmail } from '../../domains/account/looks-like-email.ts'
import { BirthdayField } from '../../domains/account/profile/BirthdayField.tsx'
import { NameFields } from '../../domains/account/profile/NameFields.tsx'
import { birthdayFieldProblem, birthdayOf } from '../../domains/account/profile/typed-values.ts'
import { useInviteUserMutation } from '../../domains/registration/api.ts'
import { languageNames } from '../../i18n/language.ts'
import { RadioCards } from '../../ui/choice/RadioCards.tsx'
import { SelectField } from '../../ui/choice/SelectField.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { SheetDialog } from './SheetDialog.tsx'
import { SimilarFailure, SimilarPatients, useSimilarPatients } from './SimilarPatients.tsx'

/** Somebody who asked for an invitation. `name` is as they wrote it. */
export type Requester = { id: number; name: string; email: string; phone_number: string }

const ways = ['mail', 'sheet'] as const

/** Splits a name that was written in one field, at its first space. Without a space, all of it is the family name. */
const splitName = (name: string) => {
  const [, last_name = '', first_name = ''] = /^(\S*)\s*(.*)$/su.exec(name.trim()) ?? []
  return { last_name, first_name: first_name.trim() }
}

const newValues = (requester: Requester | undefined, language: Language) => ({
  role: 'patient' as Role,
  last_name_kana: '',
  first_name_kana: '',
  birthday: '',
  phone_number: requester?.phone_number ?? '',
  email: requester?.email ?? '',
  by: 'mail' as (typeof ways)[number],
  /** Ids of the similar patients that the user confirmed to be other people. */
  others: [] as readonly number[],
  language,
  ...splitName(requester?.name ?? ''),
})
type Values = ReturnType<typeof newValues>

/** Whether the user confirmed that each of these patients is another person. After a correction, further patients may be similar. */
const areOthers = (similar: readonly SimilarPatient[], others: readonly number[]) => similar.every(({ patient }) => others.includes(patient.id))

const isPrinted = ({ role, by }: Pick<Values, 'role' | 'by'>) => role === 'patient' && by === 'sheet'

/** The input to send. Optional fields that are empty are left out. */
const inputOf = ({ role, by, language, last_name, first_name, last_name_kana, first_name_kana, email, birthday, phone_number }: Values) => {
  const day = birthdayOf(birthday)
  const kana = { last_name_kana: last_name_kana.trim(), first_name_kana: first_name_kana.trim() }
  return {
    role,
    language,
    email: normalizeEmail(email),
    last_name: last_name.trim(),
    first_name: first_name.trim(),
    ...(kana.last_name_kana && { last_name_kana: kana.last_name_kana }),
    ...(kana.first_name_kana && { first_name_kana: kana.first_name_kana }),
    ...(role === 'patient' && day && { birthday: day }),
    ...(phone_number.trim() && { phone_number: phone_number.trim() }),
    ...(isPrinted({ role, by }) && { by }),
  }
}

/** Creates a person and mails the invitation, or prints it. The person completes the profile during the registration. */
export function InviteDialog({ requester, onClose }: { requester?: Requester | undefined; onClose: () => void }) {
  const [invited, setInvited] = useState<User>()
  const language = useLanguage()
  if (invited) return <SheetDialog user={invited} name={fullName(invited, language)} onClose={onClose} />
  return <InviteForm requester={requester} onClose={onClose} onSheet={setInvited} />
}

type FormProps = { requester: Requester | undefined; onClose: () => void; onSheet: (user: User) => void }

const useInviteForm = ({ requester, onClose, onSheet }: FormProps) => {
  const { t, i18n } = useTranslation(['admin', 'invitation', 'profile'])
  const [invite] = useInviteUserMutation()
  // whether the dialog stays open after sending: a printed invitation shows its sheet in place of the form
  const isKept = useRef(false)
  const form = useForm<Values, User>(`users/new/${requester?.id ?? ''}`, newValues(requester, i18n.language as Language), {
    check: ({ role, last_name, first_name, email, birthday, others }) => {
      const problem = role === 'patient' && birthdayFieldProblem(birthday, false)
      return {
        last_name: last_name.trim() === '' && t('invite.required'),
        first_name: first_name.trim() === '' && t('invite.required'),
        birthday: problem && problem !== 'required' && t(`profile:${problem}`),
        email: !looksLikeEmail(normalizeEmail(email)) && t(email.trim() ? 'invite.emailInvalid' : 'invite.required'),
        others: role === 'patient' && !areOthers(similar, others) && t('invitation:similar.confirm'),
      }
    },
    send: (values) => {
      isKept.current = isPrinted(values)
      return invite({ ...inputOf(values), ...(requester && { request_id: requester.id }) })
    },
    messages: (values) => ({ done: isPrinted(values) ? '' : t('invite.done'), failed: t('invite.failed'), text: normalizeEmail(values.email) }),
    onSaved: (user, values) => isPrinted(values) && onSheet(user),
    onFailed: () => {
      isKept.current = false
    },
    onClose: () => isKept.current || onClose(),
  })
  const search = useSimilarPatients(form.values)
  const { similar } = search
  return { form, ...search }
}

function InviteForm(props: FormProps) {
  const { t } = useTranslation(['admin', 'shell', 'invitation'])
  const invitesStaff = usePermission('administration.write')
  const { form, similar, isUnknown, hasFailed, isRetrying, retry } = useInviteForm(props)
  const isPatient = form.values.role === 'patient'
  const isSheet = isPrinted(form.values)
  const confirmation = {
    ...form.checkbox('others'),
    checked: areOthers(similar, form.values.others),
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => form.put({ others: currentTarget.checked ? similar.map(({ patient }) => patient.id) : [] }),
  }
  return (
    <FormDialog
      form={form}
      title={invitesStaff ? t('invite.title') : t('invitation:invite')}
      subtitle={t(isSheet ? 'invitation:sheetLead' : 'invite.lead')}
      submit={isSheet ? t('invitation:sheetNext') : t('invite.submit')}
      isBlocked={isPatient && isUnknown}
    >
      {invitesStaff ? (
        <SelectField label={t('users.role')} value={form.values.role} onChange={(role) => form.put({ role: role as Role })}>
          {roles.map((role) => (
            <option key={role} value={role}>
              {t(`shell:role.${role}`)}
            </option>
          ))}
        </SelectField>
      ) : null}
      <NameFields form={form} isOther />
      {isPatient ? <BirthdayField form={form} required={false} /> : null}
      <TextInput
        label={t('users.email')}
        required
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
        {...form.field('email')}
      />
      <TextInput label={t('invitation:phone')} type="tel" autoComplete="off" maxLength={30} {...form.field('phone_number')} />
      {isPatient && hasFailed ? <SimilarFailure isRetrying={isRetrying} onRetry={retry} /> : null}
      {isPatient && similar.length ? <SimilarPatients similar={similar} confirmation={confirmation} /> : null}
      {isPatient ? (
        <RadioCards
          label={t('invitation:by')}
          columns={2}
          value={form.values.by}
          onChange={(by) => form.put({ by })}
          cards={ways.map((value) => ({ value, title: t(`invitation:by.${value}`), text: t(`invitation:by.${value}Text`) }))}
        />
      ) : null}
      {isSheet ? null : (
        <SelectField label={t('invite.language')} value={form.values.language} onChange={(language) => form.put({ language: language as Language })}>
          {languages.map((language) => (
            <option key={language} value={language}>
              {languageNames[language]}
            </option>
          ))}
        </SelectField>
      )}
    </FormDialog>
  )
}
