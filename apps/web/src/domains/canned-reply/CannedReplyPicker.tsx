import { IconMessage2Bolt } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ControlSize } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { CannedReplyPanel, type InsertProps } from './CannedReplyPanel.tsx'

/** Button that opens the canned replies. */
export function CannedReplyPicker({ size = 'medium', ...canned }: InsertProps & { size?: ControlSize }) {
  const { t } = useTranslation('canned_reply')
  const anchor = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <span ref={anchor}>
      <IconButton
        label={t('menu')}
        icon={<IconMessage2Bolt aria-hidden />}
        size={size}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen ? <CannedReplyPanel {...canned} anchor={anchor} onClose={() => setOpen(false)} /> : null}
    </span>
  )
}
