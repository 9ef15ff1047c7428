import { fullName } from '@sukoyaka/rules/person'
import type { UserListItem } from '@sukoyaka/wire/people/account'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActivateUserMutation, useDeactivateUserMutation } from '../../domains/registration/api.ts'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { save } from '../../ui/form/save.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { MenuButton } from '../../ui/overlay/MenuButton.tsx'

/** What an administrator does with an account. */
export function UserMenu({ user }: { user: UserListItem }) {
  const { t } = useTranslation('admin')
  const name = fullName(user, useLanguage())
  const [isAsking, setAsking] = useState(false)
  const [deactivate] = useDeactivateUserMutation()
  const [activate] = useActivateUserMutation()
  const id = { id: user.id }
  const item = user.deactivated_at
    ? {
        key: 'activate',
        label: t('users.activate'),
        onPick: () => void save(() => activate(id), { done: t('users.activateDone'), failed: t('users.activateFailed'), text: name }),
      }
    : { key: 'deactivate', label: t('users.deactivate'), isDanger: true, onPick: () => setAsking(true) }
  return (
    <>
      <MenuButton size="small" label={t('users.menu', { name })} icon={<IconDots aria-hidden />} items={[item]} />
      {isAsking ? (
        <ConfirmDialog
          title={t('users.deactivateTitle')}
          question={t('users.deactivateQuestion')}
          what={`${name}　${user.email}`}
          confirm={t('users.deactivate')}
          isRemoval={false}
          onConfirm={() => {
            setAsking(false)
            void save(() => deactivate(id), { done: t('users.deactivateDone'), failed: t('users.deactivateFailed'), text: name })
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}
