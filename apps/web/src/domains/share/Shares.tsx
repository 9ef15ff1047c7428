import type { Share } from '@sukoyaka/wire/boards/share'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { useListSharesQuery } from './api.ts'
import { ShareCode } from './ShareCode.tsx'
import { ShareForm } from './ShareForm.tsx'
import { ShareList } from './ShareList.tsx'
import classes from './Shares.module.css'

type Selected = number | 'new' | undefined

const isOpen = ({ state }: Share) => state === 'open'
/** The selected share if it is open, else the newest open one. Undefined if `new` is selected or none is open: the form of a new share is shown then. */
const shownOf = (shares: readonly Share[], selected: Selected): Share | undefined => {
  if (selected === 'new') return undefined
  const open = shares.filter(isOpen)
  return open.find(({ id }) => id === selected) ?? open[0]
}

/** The patient’s shares: the code of the selected one, what it contains, and the list of all. */
export function Shares() {
  const { t } = useTranslation('share')
  return (
    <QueryView query={useListSharesQuery({})} isEmpty={() => false} error={t('error')} skeleton={<SkeletonLines count={8} />}>
      {({ items }) => <OwnShares shares={items} />}
    </QueryView>
  )
}

function OwnShares({ shares }: { shares: readonly Share[] }) {
  const { t } = useTranslation('share')
  const [selected, setSelected] = useState<Selected>()
  // the share that is shown initially stays, even if another window adds a newer one
  const [initial] = useState<Selected>(() => shares.find(isOpen)?.id)
  const [made, setMade] = useState<Share>()
  // until the list is refetched, the new share is missing in it
  const all = made && !shares.some(({ id }) => id === made.id) ? [made, ...shares] : shares
  const shown = shownOf(all, selected ?? initial)
  // the form of a new share stays, too, if another window adds a share
  if (!shown && selected !== 'new') setSelected('new')
  const showMade = (share: Share) => {
    setMade(share)
    setSelected(share.id)
  }
  return (
    <>
      <p className={classes.lead}>{t('lead')}</p>
      <div className={classes.page}>
        {shown ? <ShareCode key={`code ${shown.id}`} share={shown} takesFocus={shown.id === selected} /> : null}
        <ShareForm key={shown?.id ?? 'new'} share={shown} onMade={showMade} />
        <ShareList shares={all} shownId={shown?.id} onShow={setSelected} />
      </div>
    </>
  )
}
