import { type Language, languages } from '@sukoyaka/phrases/language'
import { type Role, roles } from '@sukoyaka/wire/access'
import { useTranslation } from 'react-i18next'
import { looksLikeEmail, normalizeEmail } from '../../domains/account/looks-like-email.ts'
import { NameFields } from '../../domains/account/profile/NameFields.tsx'
import { useInviteUserMutation } from '../../domains/registration/api.ts'
import { languageNames } from '../../i18n/language.ts'
import { SelectField } from '../../ui/choice/SelectField.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { useForm } from '../../ui/form/use-form.ts'

/** Who asked for an invitation, with the name as it was written. */
export type Requester = { id: number; name: string; email: string }

/** A name that was written in one field, by its first space. Without a space, all of it is the family name. */
const splitName = (name: string) => {
  const [, last_name = '', first_name = ''] = /^(\S*)\s*(.*)$/su.exec(name.trim()) ?? []
  return { last_name, first_name: first_name.trim() }
}

/** Creates a person and mails the invitation. The person completes the profile during the registration. */
export function InviteDialog({ requester, onClose }: { requester?: Requester | undefined; onClose: () => void }) {
  const { t, i18n } = useTranslation(['admin', 'shell'])
  const [invite] = useInviteUserMutation()
  const initial = {
    role: 'patient' as Role,
    last_name_kana: '',
    first_name_kana: '',
    email: requester?.email ?? '',
    language: i18n.language as Language,
    ...splitName(requester?.name ?? ''),
  }
  const form = useForm(`users/new/${requester?.id ?? ''}`, initial, {
    check: ({ last_name, first_name, email }) => ({
      last_name: last_name.trim() === '' && t('invite.required'),
      first_name: first_name.trim() === '' && t('invite.required'),
      email: !looksLikeEmail(normalizeEmail(email)) && t('invite.emailInvalid'),
    }),
    send: ({ role, last_name, first_name, last_name_kana, first_name_kana, email, language }) =>
      invite({
        role,
        language,
        email: normalizeEmail(email),
        last_name: last_name.trim(),
        first_name: first_name.trim(),
        ...(last_name_kana.trim() && { last_name_kana: last_name_kana.trim() }),
        ...(first_name_kana.trim() && { first_name_kana: first_name_kana.trim() }),
      }),
    messages: ({ email }) => ({ done: t('invite.done'), failed: t('invite.failed'), text: normalizeEmail(email) }),
    onClose,
  })
  return (
    <FormDialog form={form} title={t('invite.title')} subtitle={t('invite.lead')} submit={t('invite.submit')}>
      <SelectField label={t('users.role')} value={form.values.role} onChange={(role) => form.put({ role: role as Role })}>
        {roles.map((role) => (
          <option key={role} value={role}>
            {t(`shell:role.${role}`)}
          </option>
        ))}
      </SelectField>
      <NameFields form={form} isOther />
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
      <SelectField label={t('invite.language')} value={form.values.language} onChange={(language) => form.put({ language: language as Language })}>
        {languages.map((language) => (
          <option key={language} value={language}>
            {languageNames[language]}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  )
}
