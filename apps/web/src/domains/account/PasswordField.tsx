import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'

type Props = Omit<ComponentProps<typeof TextInput>, 'type' | 'right'>

/** Password field with a button that shows or hides the password. */
export function PasswordField(props: Props) {
  const { t } = useTranslation('registration')
  const [isShown, setShown] = useState(false)
  return (
    <TextInput
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      right={
        <IconButton
          label={t(isShown ? 'hide' : 'show')}
          icon={isShown ? <IconEyeOff aria-hidden /> : <IconEye aria-hidden />}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  )
}
