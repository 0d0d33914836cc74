// The prompts that come with the server: what a person picks, and what the model is then asked to do. Names of people's files
// and projects are inside JSON strings, which they cannot escape.
import type { Named } from './names.ts'

export type PromptArgument = {
  name: 'file' | 'project' | 'skill' | 'since'
  description: string
  required: boolean
}

/** The records that the arguments name. */
export type PromptSubject = {
  file?: Named | undefined
  project?: Named | undefined
  /** SKILL.md. */
  skill?: string | undefined
  since?: string | undefined
}

export type BuiltInPrompt = {
  title: string
  description: string
  arguments: PromptArgument[]
  text(subject: PromptSubject): string
}

const file = (required: boolean): PromptArgument => ({
  name: 'file',
  description: 'Name or id of the file.',
  required,
})
const project: PromptArgument = {
  name: 'project',
  description: 'Name or id of the project.',
  required: false,
}
const skill: PromptArgument = {
  name: 'skill',
  description: 'A skill of the workspace to review by.',
  required: false,
}
const since: PromptArgument = {
  name: 'since',
  description: 'The cursor of the last answer, to continue from there.',
  required: false,
}

const shown = ({ id, name }: Named) => JSON.stringify({ id, name })

export const builtInPrompts: Record<string, BuiltInPrompt> = {
  review_file: {
    title: 'Review this file',
    description: 'Look at a file, and leave notes where something should change.',
    arguments: [file(true), project, skill],
    text: ({ file, skill }) => `Review this file in Dailies: ${shown(file!)}

1. Read it with get_review: its state, its revisions and the open notes. Do not repeat what a note already says.
2. Look at it with view_file: first the contact sheet or the first pages, then the frames or pages that need a closer look. Compare it with the revision before, if there is one, and check whether earlier notes were followed.
3. Write each finding with create_file_comment at the frame or page where it is seen: one finding per note, what is wrong and what to do.
4. Do not give a verdict. Finish with a short summary for the user, with links to the notes.${
      skill === undefined ? '' : `\n\nReview it by this skill of the workspace:\n\n${skill}`
    }`,
  },
  summarise_notes: {
    title: 'Summarise the open notes',
    description: 'What people still want changed in a file, in a project or everywhere.',
    arguments: [file(false), project],
    text: ({ file, project }) => `${
      file
        ? `Read the open notes of this file in Dailies with get_review: ${shown(file)}`
        : project
          ? `Find the files of this project in Dailies that have open notes with list_files, and read each with get_review: ${shown(project)}`
          : 'Find out with overview where notes are open in Dailies, and read each of these reviews with get_review.'
    }

Summarise the open notes for the user: what has to be done, most important first, and notes that say the same together. Name for each its place (frame, time or page), who wrote it and its link. Point out notes that contradict each other, and questions that nobody has answered. Change nothing.`,
  },
  what_changed: {
    title: 'What changed since my last look',
    description: 'News since the last answer: files, notes, verdicts and generations.',
    arguments: [project, since],
    text: ({ project, since }) => `Find out what has changed in Dailies ${
      project ? `in this project: ${shown(project)}` : 'in all projects of the user'
    }

1. ${
      since === undefined
        ? 'Use the cursor of your last answer, if this conversation or your memory has one; otherwise take the latest changes.'
        : `Use this cursor: ${JSON.stringify(since)}.`
    } Read the changes with list_changes.
2. Tell the user what matters, grouped by file or review: new files and revisions, new notes and answers, verdicts, finished and failed generations. Leave out what the user did. Link to each.
3. Say with overview what now waits for the user.
4. End with the new cursor, so that the next answer can continue from there.`,
  },
}
