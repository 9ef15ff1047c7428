import { IconPlus } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'

type Props = { label: string; onClick: () => void } & Pick<ComponentProps<'button'>, 'ref' | 'disabled'>

/** Adds a row to a list; `label` says what is added. Shows only the word for adding if the label contains it. */
export function AddButton({ label, ...button }: Props) {
  const { t } = useTranslation('common')
  const add = t('action.add')
  return (
    <Button {...button} kind="ghost" size="small" icon={<IconPlus aria-hidden />} aria-label={label}>
      {label.toLowerCase().includes(add.toLowerCase()) ? add : label}
    </Button>
  )
}
