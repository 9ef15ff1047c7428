import { useTranslation } from 'react-i18next'
import { looksLikeEmail, normalizeEmail } from '../../domains/account/looks-like-email.ts'
import { useRepeatInvitationMutation } from '../../domains/registration/api.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { useForm } from '../../ui/form/use-form.ts'

/** Corrects the e-mail address of somebody who has not registered, and sends the invitation again. */
export function CorrectDialog({ id, name, email, onClose }: { id: number; name: string; email: string; onClose: () => void }) {
  const { t } = useTranslation(['invitation', 'admin'])
  const [repeat] = useRepeatInvitationMutation()
  const form = useForm(
    `users/${id}/email`,
    { email },
    {
      check: (values) => ({
        email: !looksLikeEmail(normalizeEmail(values.email)) && t(values.email.trim() ? 'admin:invite.emailInvalid' : 'admin:invite.required'),
      }),
      send: (values) => repeat({ id, email: normalizeEmail(values.email) }),
      messages: (values) => ({ done: t('againDone'), failed: t('againFailed'), text: normalizeEmail(values.email) }),
      onClose,
    },
  )
  return (
    <FormDialog form={form} title={t('correctTitle')} subtitle={`${name}　${t('correctLead')}`} submit={t('correctSend')}>
      <TextInput
        data-autofocus
        label={t('admin:users.email')}
        required
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
        {...form.field('email')}
      />
    </FormDialog>
  )
}
