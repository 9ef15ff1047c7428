import { fullName } from '@sukoyaka/rules/person'
import type { MessageRoom } from '@sukoyaka/wire/care/message-room'
import { IconCalendarPlus, IconClipboardText, IconMessage2Bolt, IconShoppingBagHeart } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/use-permission.ts'
import type { ComposerToolProps } from '../../domains/message/composer/ComposerBar.tsx'
import { useListPatientsQuery } from '../../domains/patient/api.ts'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import classes from './ComposerTools.module.css'

const CannedReplyPanel = lazyNamed(() => import('../../domains/canned-reply/CannedReplyPanel.tsx'), 'CannedReplyPanel')
const LoadedRequestDialog = lazyNamed(() => import('../../domains/data-entry-request/LoadedRequestDialog.tsx'), 'LoadedRequestDialog')
const ProposeInterviewDialog = lazyNamed(() => import('../../domains/message/card/ProposeInterviewDialog.tsx'), 'ProposeInterviewDialog')
const RecommendDialog = lazyNamed(() => import('../../domains/shop/recommend/RecommendDialog.tsx'), 'RecommendDialog')

type Tool = 'canned' | 'ask' | 'propose' | 'recommend'
type Props = ComposerToolProps & { patient: MessageRoom['patient'] }

/** Staff tools of the composer. */
export function ComposerTools({ patient, insert, menu }: Props) {
  const { t } = useTranslation(['data_entry_request', 'message_card', 'canned_reply', 'recommend'])
  const canBook = usePermission('bookings.write')
  const mayRecommend = usePermission('recommendations.write')
  const anchor = useRef<HTMLSpanElement>(null)
  const [opened, setOpened] = useState<Tool>()
  const query = useListPatientsQuery({ q: { id_eq: patient.id }, include: ['care_people', 'allergy_reactions'] })
  const doctor = query.currentData?.items[0]?.care_people?.find(({ main, role }) => main && role === 'doctor')?.user
  const recipient = { ...query, currentData: query.currentData && { ...patient, main_doctor: doctor ? fullName(doctor, 'ja') : null } }
  const close = () => setOpened(undefined)
  const tool = (key: Tool, label: string, icon: typeof IconClipboardText) => {
    const Icon = icon
    return { key, label, icon: <Icon aria-hidden />, onPick: () => setOpened(opened === key ? undefined : key) }
  }
  const tools = [
    tool('canned', t('canned_reply:menu'), IconMessage2Bolt),
    tool('ask', t('data_entry_request:ask'), IconClipboardText),
    ...(canBook ? [tool('propose', t('message_card:propose.button'), IconCalendarPlus)] : []),
    ...(mayRecommend ? [tool('recommend', t('recommend:new.tool'), IconShoppingBagHeart)] : []),
  ]
  return (
    <>
      <span ref={anchor} className={classes.tools}>
        {menu
          ? menu(tools)
          : tools.map(({ key, onPick, ...look }) => (
              <IconButton key={key} size="small" {...look} aria-haspopup="dialog" aria-expanded={opened === key} onClick={onPick} />
            ))}
      </span>
      <Suspense>
        {opened === 'canned' ? <CannedReplyPanel anchor={anchor} recipient={recipient} onInsert={insert} onClose={close} /> : null}
        {opened === 'ask' ? <LoadedRequestDialog user_id={patient.id} onClose={close} /> : null}
        {opened === 'recommend' ? <RecommendDialog patient_id={patient.id} onClose={close} /> : null}
        {opened === 'propose' ? <ProposeInterviewDialog patient_id={patient.id} onClose={close} /> : null}
      </Suspense>
    </>
  )
}
