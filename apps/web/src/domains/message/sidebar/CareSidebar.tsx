import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { ResizablePanel } from '../../../ui/layout/ResizablePanel.tsx'
import { useKeys } from '../../../ui/page/keys.ts'
import { useDebounced } from '../../../ui/page/use-debounced.ts'
import classes from './CareSidebar.module.css'
import { Drawer } from './Drawer.tsx'
import { type Filter, isFiltered, noFilter, queryOf } from './filter.ts'
import { initialWidth, setSidebarOpen, setSidebarOverlayOpen, setSidebarWidth, usePlacement, useSidebarState } from './open-state.ts'
import type { CollapsibleField } from './RoomFilters.tsx'
import { SidebarBody } from './SidebarBody.tsx'
import { useOrderLock } from './use-order-lock.ts'
import { useRooms } from './use-rooms.ts'

export const debounceMs = 200
const searchId = 'care-sidebar-search'

/** Returns a function that opens the next or previous patient of the list, or loads more after the last loaded one. */
const useSteps = (list: ReturnType<typeof useRooms>, patientId: number, onStep: () => void) => {
  const navigate = useNavigate()
  // the next step starts from the patient last requested, whose page may still be loading
  const wanted = useRef(patientId)
  // a layout effect runs before the page is painted, so that a key pressed right then does not start from the previous patient
  useLayoutEffect(() => {
    wanted.current = patientId
  }, [patientId])
  return (step: 1 | -1) => {
    const at = list.rooms.findIndex(({ patient }) => patient.id === wanted.current)
    // a patient who is not on a loaded page is shown above the list
    const next = list.rooms[at + step]
    if (!next) return step > 0 ? list.more() : undefined
    wanted.current = next.patient.id
    onStep()
    void navigate(`/${next.patient.id}/summary`)
  }
}

/** `onApproach`: the mouse pointer or the focus is in the list, so a patient may be opened next. */
type Props = { patientId: number; onApproach?: () => void }

/** List of the signed-in person's patients, beside or over the page of the open one. */
export function CareSidebar({ patientId, onApproach }: Props) {
  const { t } = useTranslation('message')
  const canSearchByDoctor = useAppSelector(selectMe)?.role === 'nurse'
  const placement = usePlacement()
  const { width, open: isOpenBeside, isOverlayOpen } = useSidebarState()
  const [open, setOpen] = placement === 'beside' ? [isOpenBeside, setSidebarOpen] : [isOverlayOpen, setSidebarOverlayOpen]
  const [filter, setFilter] = useState<Filter>(noFilter)
  const [expanded, setExpanded] = useState<CollapsibleField | null>(null)
  const [wantsSearch, setWantsSearch] = useState(false)
  const name = useDebounced(filter.name, debounceMs)
  const doctor = useDebounced(filter.doctor, debounceMs)
  const box = useRef<HTMLDivElement>(null)
  const orderLock = useOrderLock(box)
  const list = useRooms(queryOf({ ...filter, name, doctor: canSearchByDoctor ? doctor : '' }), open, orderLock.isLocked)

  const move = useSteps(list, patientId, orderLock.onStep)
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the overlay when another patient is selected or the placement changes
  useEffect(() => setSidebarOverlayOpen(false), [patientId, placement])
  useEffect(() => {
    if (!wantsSearch || !open) return
    setWantsSearch(false)
    const field = document.getElementById(searchId)
    if (field && field.getClientRects().length > 0) field.focus()
    else setExpanded('name')
  }, [wantsSearch, open])

  const search = () => {
    setOpen(true)
    setWantsSearch(true)
  }
  useKeys([
    { key: '/', label: t('keys.search'), run: search },
    { key: '[', label: t('keys.toggle'), run: () => setOpen(!open) },
    { key: 'j', label: t('keys.next'), run: () => move(1) },
    { key: 'k', label: t('keys.previous'), run: () => move(-1) },
  ])

  const body = (
    <SidebarBody
      list={list}
      patientId={patientId}
      filter={filter}
      onFilter={(change) => setFilter((now) => ({ ...now, ...change }))}
      filtered={isFiltered(filter)}
      canSearchByDoctor={canSearchByDoctor}
      expanded={expanded}
      onExpand={setExpanded}
      searchId={searchId}
      {...{ box, onApproach }}
      onClose={() => setOpen(false)}
    />
  )
  if (placement === 'drawer')
    return (
      <Drawer label={t('sidebar.label')} open={open} onClose={() => setOpen(false)}>
        {body}
      </Drawer>
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the topmost layer
    <div
      className={placement === 'over' ? classes.over : classes.beside}
      onKeyDown={(event) => event.key === 'Escape' && placement === 'over' && !event.defaultPrevented && setOpen(false)}
    >
      <ResizablePanel
        side="right"
        label={t('sidebar.label')}
        width={width}
        onWidthChange={setSidebarWidth}
        initial={initialWidth}
        min={120}
        max={600}
        open={open}
        onOpenChange={setOpen}
      >
        {body}
      </ResizablePanel>
    </div>
  )
}
