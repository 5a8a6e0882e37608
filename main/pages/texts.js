/**
 * The texts of the desktop app's own pages. A test checks that both languages have the same keys. `failures` has the
 * error codes of the server (`server/lib/errors.ts`); `ended` is for an exit without a code.
 */
globalThis.TEXTS = {
  en: {
    starting: 'Custos is starting',
    starting_why:
      'The appliance is opening its data and loading its engines. After an update this can take a few minutes.',
    restart: 'Start again',
    show_log: 'Show log folder',
    quit: 'Quit Custos',
    told: 'Message from the appliance',
    to_do: 'What to do',
    log: 'Last lines of the log',
    log_empty: 'The log is empty or unreadable.',
    failed: 'Custos cannot start',
    nothing_lost: 'Everything that was accepted is stored. Waiting loses nothing.',
    failures: {
      ended: [
        'The appliance crashed several times in a row.',
        'Start it again. If that does not help, restart the computer. Then send the log to your Custos support. The log contains no personal data.',
      ],
      internal: [
        'The appliance failed during the start.',
        'Start it again. If that does not help, send the log to your Custos support. The log contains no personal data.',
      ],
      folder_in_use: [
        'Another Custos process is using the data folder.',
        'Quit the other process, then start again. It may be a service on this computer, or another user may have started it.',
      ],
      folder_newer: [
        'The data was written by a newer version of Custos.',
        'Install that version or a newer one. This version cannot read the data and leaves it unchanged.',
      ],
      master_key_missing: [
        'The master key that opens the data is not in its place.',
        'Connect the disk or USB stick with the key file, or put the file back from a copy. Then start again. If the key is lost, restore a backup with the recovery key: custos backup restore.',
      ],
      master_key_wrong: [
        'The master key that was found does not open this data.',
        'Put the right key file in its place, or correct the settings that name it. Then start again. If the key is lost, restore a backup with the recovery key: custos backup restore.',
      ],
      keystore_unavailable: [
        'The keystore of this computer does not provide the master key that opens the data.',
        'Unlock the keystore (keyring, wallet or keychain) and start again. If another user set up Custos, or the system was reinstalled, this keystore no longer has the key. Then restore your newest backup with the recovery key (custos backup restore), and start again.',
      ],
      disk_full: ['The disk is full.', 'Free some space on the disk with the data folder, then start again.'],
      port_taken: [
        'Another program on this computer uses the network port of Custos.',
        'Quit the other program, or set another port in the file custos.json in the data folder ("port": 8421). Then start again.',
      ],
      invalid_configuration: [
        'A setting is invalid.',
        'Correct it as the message below says, in the file custos.json in the data folder or in the environment. Then start again.',
      ],
      other: ['The appliance cannot start.', 'The message below gives the reason. Fix it, then start again.'],
    },
    crash: 'The window crashed several times',
    crash_why:
      'The appliance keeps running, and everything that was sent to it is stored. What you typed but did not send is lost.',
    show_console: 'Reopen Custos',
    open: 'Passphrase',
    open_why: 'Enter the passphrase to open the data of this appliance.',
    choose: 'Choose a passphrase',
    choose_why:
      'You need the passphrase at each start of Custos. It is not stored, and nobody can recover it for you. Write it down and keep it in a safe place.',
    because: {
      basic_text:
        'This desktop has no keystore that other programs cannot read. The master key is therefore sealed with your passphrase. When you set up a keyring (such as GNOME Keyring or KWallet), you can move the key there under System.',
      unavailable:
        'The keystore of this computer is not available. The master key is therefore sealed with your passphrase. When the keystore works again, you can move the key there under System.',
    },
    passphrase: 'Passphrase',
    passphrase_again: 'Repeat the passphrase',
    passphrase_rule: 'At least {count} characters. Several unrelated words work best.',
    passphrase_short: 'The passphrase has fewer than {count} characters.',
    passphrase_differs: 'The two passphrases differ.',
    passphrase_wrong: 'Wrong passphrase. Type it again, and check capitals and the keyboard language.',
    passphrase_refused: 'This passphrase cannot be used. Choose a longer one without characters that you cannot type.',
    passphrase_checked: 'Checking…',
    passphrase_give: 'Start',
  },
  fr: {
    starting: 'Custos démarre',
    starting_why:
      'L’appareil ouvre ses données et charge ses moteurs. Après une mise à jour, cela peut prendre quelques minutes.',
    restart: 'Redémarrer',
    show_log: 'Afficher le dossier du journal',
    quit: 'Quitter Custos',
    told: 'Message de l’appareil',
    to_do: 'Que faire',
    log: 'Dernières lignes du journal',
    log_empty: 'Le journal est vide ou illisible.',
    failed: 'Custos ne peut pas démarrer',
    nothing_lost: 'Tout ce qui a été accepté est enregistré. Attendre ne fait rien perdre.',
    failures: {
      ended: [
        'L’appareil s’est arrêté brusquement plusieurs fois de suite.',
        'Redémarrez-le. Si cela ne suffit pas, redémarrez l’ordinateur. Envoyez ensuite le journal à votre assistance Custos. Le journal ne contient aucune donnée personnelle.',
      ],
      internal: [
        'L’appareil a échoué pendant son démarrage.',
        'Redémarrez-le. Si cela ne suffit pas, envoyez le journal à votre assistance Custos. Le journal ne contient aucune donnée personnelle.',
      ],
      folder_in_use: [
        'Un autre processus Custos utilise le dossier de données.',
        'Quittez l’autre processus, puis redémarrez. C’est peut-être un service de cet ordinateur, ou un autre utilisateur l’a lancé.',
      ],
      folder_newer: [
        'Les données ont été écrites par une version plus récente de Custos.',
        'Installez cette version ou une plus récente. La version actuelle ne peut pas lire les données et n’y touche pas.',
      ],
      master_key_missing: [
        'La clé principale qui ouvre les données n’est plus à sa place.',
        'Branchez le disque ou la clé USB qui contient le fichier de clé, ou remettez le fichier depuis une copie. Puis redémarrez. Si la clé est perdue, restaurez une sauvegarde avec la clé de récupération : custos backup restore.',
      ],
      master_key_wrong: [
        'La clé principale trouvée n’ouvre pas ces données.',
        'Mettez le bon fichier de clé à sa place, ou corrigez les réglages qui le nomment. Puis redémarrez. Si la clé est perdue, restaurez une sauvegarde avec la clé de récupération : custos backup restore.',
      ],
      keystore_unavailable: [
        'Le trousseau de cet ordinateur ne fournit pas la clé principale qui ouvre les données.',
        'Déverrouillez le trousseau et redémarrez. Si un autre utilisateur a installé Custos, ou si le système a été réinstallé, ce trousseau n’a plus la clé. Restaurez alors votre dernière sauvegarde avec la clé de récupération (custos backup restore), puis redémarrez.',
      ],
      disk_full: ['Le disque est plein.', 'Libérez de la place sur le disque des données, puis redémarrez.'],
      port_taken: [
        'Un autre programme utilise le port réseau de Custos sur cet ordinateur.',
        'Quittez l’autre programme, ou définissez un autre port dans le fichier custos.json du dossier de données ("port": 8421). Puis redémarrez.',
      ],
      invalid_configuration: [
        'Un réglage n’est pas valable.',
        'Corrigez-le comme l’indique le message ci-dessous, dans le fichier custos.json du dossier de données ou dans l’environnement. Puis redémarrez.',
      ],
      other: [
        'L’appareil ne peut pas démarrer.',
        'Le message ci-dessous en donne la cause. Corrigez-la, puis redémarrez.',
      ],
    },
    crash: 'La fenêtre s’est fermée brusquement plusieurs fois',
    crash_why:
      'L’appareil continue, et tout ce qui lui a été envoyé est enregistré. Ce que vous avez saisi sans l’envoyer est perdu.',
    show_console: 'Rouvrir Custos',
    open: 'Phrase secrète',
    open_why: 'Saisissez la phrase secrète pour ouvrir les données de cet appareil.',
    choose: 'Choisissez une phrase secrète',
    choose_why:
      'La phrase secrète est nécessaire à chaque démarrage de Custos. Elle n’est pas conservée, et personne ne peut la retrouver pour vous. Notez-la et gardez-la en lieu sûr.',
    because: {
      basic_text:
        'Ce bureau n’a pas de trousseau que les autres programmes ne peuvent pas lire. La clé principale est donc scellée par votre phrase secrète. Quand vous installez un trousseau (comme GNOME Keyring ou KWallet), vous pouvez y déplacer la clé sous Système.',
      unavailable:
        'Le trousseau de cet ordinateur n’est pas disponible. La clé principale est donc scellée par votre phrase secrète. Quand le trousseau fonctionne de nouveau, vous pouvez y déplacer la clé sous Système.',
    },
    passphrase: 'Phrase secrète',
    passphrase_again: 'Répétez la phrase secrète',
    passphrase_rule: 'Au moins {count} caractères. Plusieurs mots sans rapport entre eux conviennent le mieux.',
    passphrase_short: 'La phrase secrète a moins de {count} caractères.',
    passphrase_differs: 'Les deux phrases secrètes diffèrent.',
    passphrase_wrong:
      'Phrase secrète incorrecte. Saisissez-la de nouveau, et vérifiez les majuscules et la langue du clavier.',
    passphrase_refused:
      'Cette phrase secrète ne convient pas. Choisissez-en une plus longue, sans caractère impossible à saisir.',
    passphrase_checked: 'Vérification…',
    passphrase_give: 'Démarrer',
  },
};
