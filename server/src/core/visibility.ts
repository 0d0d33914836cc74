// SQL for what a caller sees of a project, over the relation `access` (see `accessRelation`). Every statement that shows a file,
// a version or a comment asks here, so that no route can show more than another.
import { type Fragment, fragment, verbatim } from './sql.ts'

/** Whether a person with this role sees the file or version of this alias. */
export function roleSees(record: string, role = 'access.role'): Fragment {
  return verbatim(`(${record}.allow_restricted or ${role} <> 'PROJECT_RESTRICTED_REVIEWER')`)
}

/** Whether a person with this role sees everything in the project. */
export function roleSeesAll(role: string): Fragment {
  return verbatim(`(${role} <> 'PROJECT_RESTRICTED_REVIEWER')`)
}

/** Whether the caller sees the file of this alias. */
export function seesFile(file: string): Fragment {
  return fragment`(case when access.guest_id is null then ${roleSees(file)} else ${shareShowsFile(file)} end)`
}

/** Whether the caller sees the version of this alias. */
export function seesVersion(version: string): Fragment {
  return fragment`(case when access.guest_id is null then ${roleSees(version)} else ${shareShowsVersion(version)} end)`
}

/** Whether the caller, who sees the file of the comment of this alias, sees the comment. */
export function seesCommentOnFile(comment: string): Fragment {
  return fragment`(access.guest_id is null or ${shareShowsThread(comment)})`
}

/** Whether the caller may learn of this user: guests of a share know nothing of guests of other shares. */
export function seesPerson(userId: string): Fragment {
  return fragment`(access.guest_id is null or not exists (
    select from share_accounts other join share_guests guest on guest.id = access.guest_id
    where other.user_id = ${verbatim(userId)} and other.share_id <> guest.share_id))`
}

/** The value of this SQL; null for guests of a share, who must not learn it: it is about other records. */
export function unlessGuest(sql: Fragment): Fragment {
  return fragment`case when access.guest_id is null then ${sql} end`
}

/** The share of the guest `access.guest_id`, as `shares s`. */
const guestShare = verbatim(
  'from share_guests guest join shares s on s.id = guest.share_id where guest.id = access.guest_id',
)

/**
 * Whether the guest's share shows the file of this alias: complete, and chosen by itself, with its folder or with its version;
 * or uploaded by the guest. A frozen share shows the files that were chosen. Another one shows the latest complete revision of
 * a chosen file, and of each file the latest complete revision in a chosen folder.
 */
export function shareShowsFile(file: string): Fragment {
  const f = verbatim(file)
  return fragment`(exists (
    select ${guestShare} and ${f}.project_id = s.project_id and ${f}.status = 'UPLOADED' and case s.revisions
      when 'FROZEN' then exists (
        select from share_files chosen where chosen.share_id = s.id and chosen.file_id = ${f}.id)
      else exists (
        select from share_items i where i.share_id = s.id and (
          (i.stack_id = ${f}.stack_id and ${isNewest(f, fragment`true`)})
          or (i.version_id is not null and exists (
            select from version_files vf join versions chosen_one on chosen_one.id = vf.version_id
            where vf.version_id = i.version_id and vf.file_id = ${f}.id))
          or (i.folder_id is not null and ${isBelow(f, verbatim('i.folder_id'))}
            and ${isNewest(f, isBelow(verbatim('newer'), verbatim('i.folder_id')))})))
      end
  ) or exists (
    select ${guestShare} and ${f}.folder_id = s.upload_folder_id and exists (
      select from share_uploads up where up.file_id = ${f}.id and up.share_id = s.id and up.guest_id = guest.id)
  ))`
}

/** Whether no newer revision is complete, of those that satisfy this SQL over `newer`. */
function isNewest(file: Fragment, among: Fragment): Fragment {
  return fragment`not exists (
    select from files newer where newer.stack_id = ${file}.stack_id and newer.stack_number > ${file}.stack_number
      and newer.status = 'UPLOADED' and ${among})`
}

/** Whether the file is in this folder, at any depth. */
function isBelow(file: Fragment, folder: Fragment): Fragment {
  return fragment`exists (
    with recursive above as (
      select d.id, d.parent_id from folders d where d.id = ${file}.folder_id
      union all
      select d.id, d.parent_id from above join folders d on d.id = above.parent_id
    )
    select from above where above.id = ${folder})`
}

/** Whether the guest's share shows the folder of this alias: it was chosen, or it is in a chosen folder. */
export function shareShowsFolder(folder: string): Fragment {
  return fragment`exists (
    with recursive above as (
      select ${verbatim(folder)}.id, ${verbatim(folder)}.parent_id
      union all
      select d.id, d.parent_id from above join folders d on d.id = above.parent_id
    )
    select from above join share_items i on i.folder_id = above.id
    join share_guests guest on guest.share_id = i.share_id and guest.id = access.guest_id)`
}

/** Whether the guest's share shows the version of this alias. */
export function shareShowsVersion(version: string): Fragment {
  return fragment`exists (
    select from share_guests guest join share_items i on i.share_id = guest.share_id
    where guest.id = access.guest_id and i.version_id = ${verbatim(version)}.id)`
}

/** Whether the guest's share shows the comment of this alias, which is on a file. */
export function shareShowsComment(comment: string): Fragment {
  return fragment`(exists (
      select from files shown where shown.id = ${verbatim(comment)}.file_id and ${shareShowsFile('shown')})
    and ${shareShowsThread(comment)})`
}

/**
 * Guests see the comments of the team, and those of guests of the same share. Where they see only their own, these are the
 * threads that they began, without replies by other guests. The threads and replies of guests of other shares are hidden from
 * them.
 */
function shareShowsThread(comment: string): Fragment {
  const c = verbatim(comment)
  return fragment`exists (
    select ${guestShare}
      and not exists (
        select from share_comments foreign_one
        where foreign_one.comment_id in (${c}.id, ${c}.parent_id) and foreign_one.share_id <> s.id)
      and (s.comments = 'ALL' or (
        exists (
          select from comments root
          where root.id = coalesce(${c}.parent_id, ${c}.id) and root.author_id = access.user_id)
        and (${c}.parent_id is null or ${c}.author_id = access.user_id or not exists (
          select from share_comments of_guest where of_guest.comment_id = ${c}.id)))))`
}

/** The relation `access` of a statement whose right was checked before, for columns that ask it: nothing is left out. */
export function checkedAccess(workspaceId: string): Fragment {
  return fragment`(
    select ${workspaceId}::uuid as workspace_id, null::uuid as user_id, null::uuid as guest_id
  ) access`
}
