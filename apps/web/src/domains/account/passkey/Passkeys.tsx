import { formatInstant, tokyoDay } from '@sukoyaka/rules/time'
import type { Passkey } from '@sukoyaka/wire/people/passkey'
import { addPasskey } from '@sukoyaka/wire/people/passkey'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invalidateChanges } from '../../../api/api.ts'
import { useAppDispatch } from '../../../api/store.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { showDay } from '../../../ui/date/day.ts'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { save } from '../../../ui/form/save.ts'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import classes from '../../../ui/layout/ActionRows.module.css'
import { Card } from '../../../ui/layout/Card.tsx'
import { QueryView } from '../../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../../ui/loading/Skeleton.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { PasswordField } from '../PasswordField.tsx'
import { useChangePasskeyMutation, useListPasskeysQuery, useRemovePasskeyMutation } from '../security-api.ts'
import { canUsePasskeys } from './can-use-passkeys.ts'
import { createPasskey } from './passkey.ts'

type Opened = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey }

/** One's own passkeys: add, rename and delete. */
export function Passkeys() {
  const { t } = useTranslation('account_settings')
  const language = useLanguage()
  const query = useListPasskeysQuery({})
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  return (
    <Card title={t('passkeys.title')}>
      <p className={classes.note}>{t('passkeys.lead')}</p>
      <QueryView query={query} error={t('passkeys.error')} skeleton={<SkeletonLines count={2} />}>
        {({ items }) => (
          <ul className={classes.list}>
            {items.map((passkey) => (
              <li key={passkey.id} className={classes.row}>
                <div>
                  <p className={classes.name}>{passkey.name}</p>
                  <p className={classes.note}>
                    {passkey.last_used_at ? t('sessions.used', { at: formatInstant(passkey.last_used_at, language) }) : t('passkeys.unused')}
                  </p>
                </div>
                <div className={classes.actions}>
                  {(['rename', 'remove'] as const).map((kind) => (
                    <Button
                      key={kind}
                      size="small"
                      kind="neutral"
                      aria-label={`${t(`passkeys.${kind}`)}: ${passkey.name}`}
                      onClick={() => setOpened({ kind, passkey })}
                    >
                      {t(`passkeys.${kind}`)}
                    </Button>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      {canUsePasskeys() ? (
        <Button icon={<IconKey aria-hidden />} onClick={() => setOpened({ kind: 'add' })}>
          {t('passkeys.add')}
        </Button>
      ) : (
        <p className={classes.note}>{t('passkeys.unsupported')}</p>
      )}
      {opened?.kind === 'add' ? <AddDialog onClose={close} /> : null}
      {opened?.kind === 'rename' ? <RenameDialog passkey={opened.passkey} onClose={close} /> : null}
      {opened?.kind === 'remove' ? <RemoveDialog passkey={opened.passkey} onClose={close} /> : null}
    </Card>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account_settings')
  const dispatch = useAppDispatch()
  const form = useForm(
    undefined,
    { name: t('passkeys.defaultName', { day: showDay(tokyoDay(new Date())) }), old_password: '' },
    {
      check: ({ name, old_password }) => ({ name: name.trim() === '' && t('password.required'), old_password: old_password === '' && t('password.required') }),
      send: async (values) => {
        const result = await createPasskey(dispatch, values)
        return 'failure' in result ? { error: { status: 'CANCELLED', error: t(`passkeys.${result.failure}`) } as const } : result
      },
      messages: { done: t('passkeys.added') },
      onSaved: () => void dispatch(invalidateChanges(addPasskey)),
      onClose,
    },
  )
  return (
    <FormDialog form={form} title={t('passkeys.add')} subtitle={t('passkeys.addLead')} submit={t('passkeys.next')}>
      <TextInput label={t('passkeys.name')} required maxLength={100} autoComplete="off" {...form.field('name')} />
      <PasswordField label={t('password.old')} autoComplete="current-password" {...form.field('old_password')} />
    </FormDialog>
  )
}

type PasskeyDialog = { passkey: Passkey; onClose: () => void }

function RenameDialog({ passkey, onClose }: PasskeyDialog) {
  const { t } = useTranslation('account_settings')
  const [change] = useChangePasskeyMutation()
  const form = useForm(
    undefined,
    { name: passkey.name },
    {
      check: ({ name }) => ({ name: name.trim() === '' && t('password.required') }),
      send: ({ name }) => change({ id: passkey.id, name }),
      messages: { done: t('passkeys.renamed') },
      onClose,
    },
  )
  return (
    <FormDialog form={form} title={t('passkeys.rename')}>
      <TextInput label={t('passkeys.name')} required maxLength={100} autoComplete="off" {...form.field('name')} />
    </FormDialog>
  )
}

function RemoveDialog({ passkey, onClose }: PasskeyDialog) {
  const { t } = useTranslation('account_settings')
  const [remove] = useRemovePasskeyMutation()
  return (
    <ConfirmDialog
      title={t('passkeys.removeTitle')}
      question={t('passkeys.removeQuestion')}
      what={passkey.name}
      confirm={t('passkeys.remove')}
      onConfirm={() => {
        onClose()
        void save(() => remove({ id: passkey.id }), { done: t('passkeys.removed'), failed: t('failed'), text: passkey.name })
      }}
      onClose={onClose}
    />
  )
}
