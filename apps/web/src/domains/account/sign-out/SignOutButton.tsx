import { IconLogout } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../../api/session.ts'
import { useAppDispatch, useAppSelector } from '../../../api/store.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { signOut } from '../sign-out.ts'

const loadQuestion = () => Promise.all([import('../../../api/unsent/count.ts'), import('./SignOutQuestion.tsx')])

type Props = Pick<ComponentProps<typeof Button>, 'kind' | 'size' | 'block'> & {
  /** Called when the user goes to what is unsent instead. */
  onLeave?: () => void
}

/** Signs out in this browser, even if the request to the server fails. Asks first if that deletes unsent input. */
export function SignOutButton({ onLeave, ...props }: Props) {
  const { t } = useTranslation('shell')
  const dispatch = useAppDispatch()
  const me = useAppSelector(selectMe)
  const [isSigningOut, setSigningOut] = useState(false)
  const [question, setQuestion] = useState<ReactNode>()
  const leave = () => {
    setQuestion(undefined)
    setSigningOut(true)
    void dispatch(signOut())
  }
  const handleClick = async () => {
    const loaded = await loadQuestion().catch(() => undefined)
    // offline, when messages wait, the dialog may not load
    if (!loaded) return confirm(t('signOut.loses')) && leave()
    const [{ countUnsent }, { SignOutQuestion }] = loaded
    const unsent = me && countUnsent(me)
    if (!unsent) return leave()
    const close = () => setQuestion(undefined)
    const goThere = () => {
      close()
      onLeave?.()
    }
    setQuestion(<SignOutQuestion unsent={unsent} onConfirm={leave} onClose={close} onLeave={goThere} />)
  }
  return (
    <>
      <Button {...props} icon={<IconLogout aria-hidden />} loading={isSigningOut} onClick={() => void handleClick()}>
        {t('menu.signOut')}
      </Button>
      {question}
    </>
  )
}
