import { IconLogout } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppDispatch } from '../../api/store.ts'
import { Button } from '../../ui/button/Button.tsx'
import { signOut } from './sign-out.ts'

/** Signs out in this browser, even if the request to the server fails. */
export function SignOutButton(props: Pick<ComponentProps<typeof Button>, 'kind' | 'block'>) {
  const { t } = useTranslation('shell')
  const dispatch = useAppDispatch()
  const [isSigningOut, setSigningOut] = useState(false)
  const handleSignOut = async () => {
    setSigningOut(true)
    await dispatch(signOut())
  }
  return (
    <Button {...props} icon={<IconLogout aria-hidden />} loading={isSigningOut} onClick={() => void handleSignOut()}>
      {t('menu.signOut')}
    </Button>
  )
}
