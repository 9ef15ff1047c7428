import { imageTypes } from '@sukoyaka/wire/endpoint'
import { IconAlertCircle, IconAt, IconCheck, IconLock, IconMoodSmile, IconPaperclip, IconPhoto, IconPlus } from '@tabler/icons-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { useHasKeyboard, useIsPhone } from '../../../ui/layout/phone.ts'
import { Floating } from '../../../ui/overlay/Floating.tsx'
import { MenuButton, type MenuItem } from '../../../ui/overlay/MenuButton.tsx'
import { EmoticonPicker } from '../thread/row/EmoticonPicker.tsx'
import classes from './ComposerBar.module.css'
import { isApple, type SendKey } from './send-key.ts'

const documentTypes = '.pdf,.docx,.xlsx,.pptx'

export type ComposerToolProps = {
  /** Inserts text at the caret or in place of the selection. */
  insert: (text: string) => void
  /** Renders the menu with the given items added; set on phones and in the compact layout. */
  menu?: (items: readonly MenuItem[]) => ReactNode
}

type Props = {
  isStaff: boolean
  compact: boolean
  is_urgent: boolean
  sendKey: SendKey
  /** Extra tools from other domains. */
  tools?: (place: ComposerToolProps) => ReactNode
  onFiles: (files: File[]) => void
  onInsert: (text: string) => void
  onUrgent: () => void
  onSendKey: (key: SendKey) => void
  /** Opens the note composer in place of the message composer. */
  onNote: (() => void) | undefined
}

/**
 * Buttons that attach files and insert text, and a menu. The menu always has the send options; on phones it also has the staff tools, in the compact
 * layout all tools.
 */
export function ComposerBar({ isStaff, compact, is_urgent, sendKey, tools, onFiles, onInsert, onUrgent, onSendKey, onNote }: Props) {
  const { t } = useTranslation('conversation')
  const chooser = useRef<HTMLInputElement>(null)
  const emoji = useRef<HTMLSpanElement>(null)
  const isPhone = useIsPhone()
  const hasKeyboard = useHasKeyboard()
  const [isPicking, setPicking] = useState(false)
  const choose = (accept: string) => {
    if (!chooser.current) return
    chooser.current.accept = accept
    chooser.current.click()
  }
  const byCtrlEnter = t('write.byCtrlEnter', { key: isApple() ? '⌘' : 'Ctrl' })
  const checked = (isSelected: boolean) => (isSelected ? <IconCheck aria-hidden /> : <span className={classes.blank} />)
  const insertItems = [
    { key: 'file', label: t('write.file'), icon: <IconPaperclip aria-hidden />, onPick: () => choose(`${documentTypes},${imageTypes.join()}`) },
    { key: 'image', label: t('write.image'), icon: <IconPhoto aria-hidden />, onPick: () => choose(imageTypes.join()) },
    { key: 'mention', label: t('write.mention'), icon: <IconAt aria-hidden />, onPick: () => onInsert('@') },
    { key: 'emoji', label: t('write.emoji'), icon: <IconMoodSmile aria-hidden />, onPick: () => setPicking(true) },
  ]
  const noteItems = onNote ? [{ key: 'note', label: t('note.write'), icon: <IconLock aria-hidden />, onPick: onNote }] : []
  const buttonItems = compact ? [] : [...insertItems, ...(isPhone ? [] : noteItems)]
  const more = [
    ...(isStaff ? [{ key: 'urgent', label: t(is_urgent ? 'write.urgentOff' : 'write.urgent'), icon: <IconAlertCircle aria-hidden />, onPick: onUrgent }] : []),
    ...(hasKeyboard
      ? [
          { key: 'keys', heading: t('write.keyHeading') },
          { key: 'ctrl_enter', label: byCtrlEnter, icon: checked(sendKey === 'ctrl_enter'), onPick: () => onSendKey('ctrl_enter') },
          { key: 'enter', label: t('write.byEnter'), icon: checked(sendKey === 'enter'), onPick: () => onSendKey('enter') },
        ]
      : []),
  ]
  const menu = (added: readonly MenuItem[]) => {
    const items = [...(compact ? insertItems : []), ...(compact || isPhone ? noteItems : []), ...added, ...more]
    return items.length ? <MenuButton size={compact ? 'medium' : 'small'} label={t('write.more')} icon={<IconPlus aria-hidden />} items={items} /> : null
  }
  return (
    <>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      <span ref={emoji} className={classes.buttons}>
        {buttonItems.map(({ key, label, icon, onPick }) => (
          <IconButton key={key} size="small" label={label} icon={icon} onClick={onPick} />
        ))}
        {compact || isPhone ? (
          <Suspense fallback={menu([])}>{tools ? tools({ insert: onInsert, menu }) : menu([])}</Suspense>
        ) : (
          <>
            {tools?.({ insert: onInsert })}
            {menu([])}
          </>
        )}
      </span>
      {isPicking ? (
        <Floating anchor={emoji} label={t('write.emoji')} fit={false} onClose={() => setPicking(false)}>
          <EmoticonPicker
            onPick={({ emoji: sign }) => {
              setPicking(false)
              onInsert(sign)
            }}
          />
        </Floating>
      ) : null}
      {compact || !hasKeyboard ? null : <span className={classes.hint}>{sendKey === 'enter' ? t('write.newLine') : byCtrlEnter}</span>}
    </>
  )
}
