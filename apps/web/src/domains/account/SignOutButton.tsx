import { IconLogout } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppDispatch } from '../../api/store.ts'
import { Button } from '../../ui/button/Button.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { signOut } from './sign-out.ts'

/** Signs out in this browser, even if the request to the server fails. In that case a message says so. */
export function SignOutButton(props: Pick<ComponentProps<typeof Button>, 'kind' | 'block'>) {
  const { t } = useTranslation('shell')
  const dispatch = useAppDispatch()
  const [isSigningOut, setSigningOut] = useState(false)
  const handleSignOut = async () => {
    setSigningOut(true)
    if (!(await dispatch(signOut()))) toast.error(t('signOut.failed'))
  }
  return (
    <Button {...props} icon={<IconLogout aria-hidden />} loading={isSigningOut} onClick={() => void handleSignOut()}>
      {t('menu.signOut')}
    </Button>
  )
}
