// Visits to every page of web/src/app/pages.ts, with the records that `furnish` creates: the URL, the steps to prepare
// the page, and the element that shows that it is complete.
import type { Page } from 'playwright-core'
import { type PageName, pages } from '../src/app/pages.ts'
import { sections } from '../src/settings/sections.ts'
import { followFromNowhere } from './start-app.ts'

export type Visit = {
  /** With the names of the records that `furnish` creates, as in `/files/$video`. */
  path: string
  /** Steps that prepare the page. */
  act?: (page: Page) => Promise<unknown>
  /** The element that shows that the page is complete. */
  see: string
  /** axe also runs on a phone. */
  phone?: true
}

const press = (key: string, after: string) => async (page: Page) => {
  await page.locator(after).first().waitFor()
  await page.keyboard.press(key)
}
const click = (selector: string) => (page: Page) => page.locator(selector).first().click()

const videoShown = '[aria-busy=false] [data-frame]'
const notFound = 'text=Page not found'
const divider = 'role=slider[name=/Divider/]'

/** A page without visits is a type error. */
const visitsByPage: Record<PageName, Visit[]> = {
  myWork: [
    { path: '/', see: 'text=Which take is this?', phone: true },
    { path: '/', act: press('?', 'text=Second cut'), see: 'role=dialog[name="Keyboard shortcuts"]' },
  ],
  projects: [
    { path: '/projects', see: 'text=Cancel deletion', phone: true },
    {
      path: '/projects',
      act: press('n', 'text=Cancel deletion'),
      see: 'role=dialog[name="New project"]',
      phone: true,
    },
    {
      path: '/projects',
      act: click('role=button[name="Options for Harbour"]'),
      see: 'role=menuitem[name="Archive"]',
    },
    { path: '/projects?show=archived', see: 'text=Old film', phone: true },
    { path: '/projects?q=nothing like it', see: 'role=link[name="Clear search"]' },
  ],
  files: [
    { path: '/projects/$project', see: 'role=list[name="Files"] >> img', phone: true },
    {
      path: '/projects/$project',
      act: click('role=checkbox[name="Select Still.png"]'),
      see: 'role=button[name="Move…"]',
    },
    {
      path: '/projects/$project',
      act: click('role=button[name="Generate"]'),
      see: 'role=dialog >> role=combobox[name="Model"]',
      phone: true,
    },
    {
      path: '/projects/$project',
      async act(page) {
        await click('role=button[name="Options for Harbour"]')(page)
        await click('role=menuitem[name="Edit…"]')(page)
      },
      see: 'role=dialog',
    },
    { path: '/projects/$empty', see: 'text=Drop your first files here', phone: true },
  ],
  reviews: [
    { path: '/projects/$project/versions', see: 'text=Second cut', phone: true },
    {
      path: '/projects/$project/versions',
      act: click('role=button[name="New review"]'),
      see: 'role=dialog >> role=checkbox',
    },
    { path: '/projects/$empty/versions', see: 'text=No reviews yet' },
  ],
  review: [
    { path: '/projects/$project/versions/$review', see: 'role=button[name=/^Approve/]', phone: true },
    { path: '/projects/$project/versions/$approved', see: 'text=Approved' },
  ],
  reel: [{ path: '/projects/$project/versions/$review/reel', see: videoShown, phone: true }],
  discussion: [
    { path: '/projects/$project/comments', see: 'text=Delivery is on Friday.', phone: true },
    { path: '/projects/$empty/comments', see: 'text=No comments yet' },
  ],
  shares: [
    { path: '/projects/$project/shares', see: 'role=link[name="For the client"]', phone: true },
    {
      path: '/projects/$project/shares',
      async act(page) {
        await click('role=button[name="Options for For the client"]')(page)
        await click('role=menuitem[name="Edit…"]')(page)
      },
      see: 'role=dialog[name="Edit For the client"]',
      phone: true,
    },
    { path: '/projects/$empty/shares', see: 'text=Nothing is shared yet' },
  ],
  share: [{ path: '/projects/$project/shares/$share', see: 'text=Gus Client', phone: true }],
  people: [
    { path: '/projects/$project/people', see: 'text=For the client', phone: true },
    {
      path: '/projects/$project/people',
      act: click('role=button[name="New link"]'),
      see: 'role=dialog >> text=Password',
      phone: true,
    },
    {
      path: '/projects/$project/people',
      act: click('role=button[name="Add people"]'),
      see: 'role=dialog >> role=checkbox',
    },
  ],
  projectChecks: [
    { path: '/projects/$project/checks', see: 'role=list[name="Check profiles"]', phone: true },
    { path: '/projects/$project/checks?profile=$checkProfile', see: 'role=button[name="Save"]', phone: true },
    {
      path: '/projects/$project/checks?profile=$checkProfile',
      act: click('text=JSON'),
      see: 'role=textbox[name="Rules as JSON"]',
      phone: true,
    },
    { path: '/projects/$project/checks?profile=nothing', see: notFound },
  ],
  skillReviewers: [
    {
      path: '/projects/$project/skill-reviewers',
      see: 'role=heading[name="Skill reviewers"]',
      phone: true,
    },
    {
      path: '/projects/$project/skill-reviewers',
      act: click('role=button[name="Add a skill"]'),
      see: 'role=group[name="Kinds of files"]',
      phone: true,
    },
  ],
  trash: [
    { path: '/projects/$project/trash', see: 'text=Dropped takes', phone: true },
    {
      path: '/projects/$project/trash',
      async act(page) {
        await click('role=button[name="Options for Dropped takes"]')(page)
        await click('role=menuitem[name="Delete for good…"]')(page)
      },
      see: 'role=dialog[name="Delete Dropped takes for good?"]',
      phone: true,
    },
    { path: '/projects/$empty/trash', see: 'text=Trash is empty', phone: true },
  ],
  reviewRoom: [
    { path: '/files/$video', see: videoShown, phone: true },
    { path: '/files/$video?comment=$comment', see: 'role=img[name="Drawing on the image"]', phone: true },
    { path: '/files/$video', act: press('?', videoShown), see: 'role=dialog[name="Keyboard shortcuts"]' },
    { path: '/files/$image', see: 'role=img[name="Still.png"]', phone: true },
    { path: '/files/$paper', see: '[data-page="1"][data-shown]', phone: true },
    { path: '/files/$model', see: 'canvas[data-loaded]', phone: true },
    { path: '/files/$audio', see: '[data-height="240"][data-drawn]', phone: true },
    { path: '/files/$unknown', see: 'role=button[name="Download"]', phone: true },
    { path: '/files/$broken', see: 'text=This file cannot be shown' },
    { path: '/files/$failed', see: 'text=This file could not be generated' },
  ],
  compare: [
    { path: '/files/$video/compare', see: videoShown, phone: true },
    { path: '/files/$video/compare?mode=wipe', see: divider, phone: true },
    { path: '/files/$video/compare?mode=difference', see: videoShown },
    { path: '/files/$image/compare', see: 'main img >> nth=1' },
    { path: '/files/$image/compare?mode=wipe', see: divider },
    { path: '/files/$image/compare?mode=difference', see: 'main img >> nth=1' },
    { path: '/files/$paper/compare', see: 'main img >> nth=1' },
    { path: '/files/$model/compare', see: 'canvas[data-loaded] >> nth=1' },
    { path: '/files/$audio/compare', see: '[data-drawn] >> nth=1' },
    { path: '/files/$alone/compare', see: 'text=Choose a file to compare' },
  ],
  notifications: [
    { path: '/notifications', see: 'text=Bo Lindqvist mentioned you in Harbour', phone: true },
    { path: '/notifications?kind=VERDICT', see: 'text=No matching notifications' },
  ],
  settings: [
    { path: '/settings', see: 'role=heading[name="Profile"]' },
    ...Object.entries(sections).map(([section, name]) => ({
      path: `/settings/${section}`,
      see: `role=heading[level=1][name="${name}"]`,
      phone: true as const,
    })),
    { path: '/settings/api-keys', act: click('role=button[name="Create key"]'), see: 'role=dialog' },
    { path: '/settings/members', act: click('role=button[name="Invite a member"]'), see: 'role=dialog' },
    { path: '/settings/webhooks', act: click('role=button[name="Create webhook"]'), see: 'role=dialog' },
    { path: '/settings/webhooks?webhook=$webhook', see: 'role=list[name="Deliveries"]', phone: true },
    {
      path: '/settings/api-keys?connection=$connection',
      see: 'role=list[name="Activity"] >> role=button',
      phone: true,
    },
    { path: '/settings/checks?profile=ebu', see: 'role=heading[name="EBU broadcast"]', phone: true },
    { path: '/settings/checks', act: click('role=button[name="New check profile"]'), see: 'role=dialog' },
    { path: '/settings/nothing', see: notFound },
  ],
  skills: [
    { path: '/skills', see: 'text=Review notes', phone: true },
    { path: '/skills', act: click('role=button[name="New skill"]'), see: 'role=dialog' },
  ],
  deletedSkills: [
    { path: '/skills/trash', see: 'text=Old house style', phone: true },
    {
      path: '/skills/trash',
      act: click('role=button[name="Options for Old house style"]'),
      see: 'role=menuitem[name="Delete for good…"]',
    },
  ],
  skill: [
    { path: '/skills/$skill?version=2', see: 'text=One point per comment.', phone: true },
    { path: '/skills/$drafted?version=2', see: 'role=region[name="Draft"]', phone: true },
    { path: '/skills/$skill?edit=true', see: 'textarea', phone: true },
    { path: '/skills/$skill?from=1&to=2', see: 'role=region[name="Changes"]', phone: true },
    { path: '/skills/$skill?evaluation=true', see: 'role=region[name="Examples"]', phone: true },
  ],
}

/** URLs without a page. */
const unknown: Visit[] = [{ path: '/projects/$project/nowhere', see: notFound, phone: true }]

export const visits: Visit[] = [...Object.values(visitsByPage).flat(), ...unknown]

/** One visit of every page loads the document. The others follow a link, which takes less than half of the CPU. */
const loads = new Set([
  ...Object.values(visitsByPage).map(([first]) => first),
  ...visits.filter(({ see }) => see === notFound),
])

/** The visits whose URL does not belong to the page that they are listed under. */
export function misplacedVisits(): string[] {
  return Object.entries(visitsByPage).flatMap(([name, listed]) => {
    const { path } = pages[name as PageName]
    const pattern = new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`)
    return listed.map(({ path }) => path.split('?')[0]!).filter((address) => !pattern.test(address))
  })
}

/** Opens the page and prepares it. */
export async function visit(page: Page, one: Visit, ids: Record<string, string>): Promise<void> {
  const path = one.path.replaceAll(/\$(\w+)/g, (_, name: string) => ids[name]!)
  if (loads.has(one)) await page.goto(path)
  else await followFromNowhere(page, path)
  await one.act?.(page)
  await page.locator(one.see).first().waitFor()
}

export const nameOfVisit = ({ path, act, see }: Visit) => `${path}${act ? `, ${see}` : ''}`
