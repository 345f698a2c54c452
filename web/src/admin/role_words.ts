import { texts } from "../language/texts";

/** What the roles are called, and what they may. */
export const ROLE_WORDS = texts(
  {
    user: "User",
    staff: "Staff",
    moderator: "Moderator",
    owner: "Owner",
    operator: "Operator",
    admin: "Administrator",
    userMay: "Talks, sends files, makes dashboards.",
    staffMay: "Answers people who ask for a person, for their teams.",
    moderatorMay: "Decides what was flagged.",
    ownerMay: "Publishes workflows, for everybody.",
    operatorMay: "Runs the server, by its commands.",
    adminMay: "May do all of this, and manages people.",
  },
  {
    user: "Usuário",
    staff: "Atendente",
    moderator: "Moderador",
    owner: "Responsável",
    operator: "Operador",
    admin: "Administrador",
    userMay: "Conversa, envia arquivos, cria dashboards.",
    staffMay: "Atende quem pede uma pessoa, pelas suas equipes.",
    moderatorMay: "Decide sobre o que foi sinalizado.",
    ownerMay: "Publica fluxos, para todos.",
    operatorMay: "Opera o servidor, pelos comandos.",
    adminMay: "Pode tudo isso e administra as pessoas.",
  },
);
